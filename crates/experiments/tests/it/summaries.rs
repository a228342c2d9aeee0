use edelweiss_experiments::{Experiment, ExperimentSummary, Summarised};

pub(crate) fn summary(experiment: &Experiment) -> ExperimentSummary {
    let mut summary = Summarised::new(experiment);
    for part in 0..experiment.parts() {
        let rows = experiment.part(part, &|_| ()).expect("rows");
        summary.add(part, &rows).expect("its rows");
    }
    summary.finish().expect("all parts")
}

/// Means of the arm of a system.
pub(crate) fn means(summary: &ExperimentSummary, system: &str) -> Vec<Option<u64>> {
    let arm = (summary.arms.iter())
        .find(|arm| arm.arm.system == system)
        .expect("the arm");
    let metrics = arm.metrics.iter();
    metrics
        .map(|metric| metric.mean.map(|mean| mean.mean.to_bits()))
        .collect()
}
