// Matchings by LEMON in processor time: build and solve, without reading.
//
// Usage: lemon GRAPH weight|perfect|cardinality; prints the value and the seconds.
// GRAPH: "n m", then m lines "u v weight", vertices from 0.
#include <ctime>
#include <cstdio>
#include <cstring>
#include <vector>

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

using Weights = lemon::SmartGraph::EdgeMap<long long>;

struct Line {
    int u, v;
    long long weight;
};

int main(int count, char **words) {
    std::FILE *file = count == 3 ? std::fopen(words[1], "r") : nullptr;
    int n, m;
    if (!file || std::fscanf(file, "%d %d", &n, &m) != 2) return 2;
    std::vector<Line> lines(m);
    for (Line &line : lines)
        if (std::fscanf(file, "%d %d %lld", &line.u, &line.v, &line.weight) != 3) return 2;

    std::clock_t start = std::clock();
    lemon::SmartGraph graph;
    graph.reserveNode(n);
    graph.reserveEdge(m);
    for (int v = 0; v < n; ++v) graph.addNode();
    for (const Line &line : lines) graph.addEdge(graph.nodeFromId(line.u), graph.nodeFromId(line.v));
    Weights weights(graph);
    for (int e = 0; e < m; ++e) weights[graph.edgeFromId(e)] = lines[e].weight;

    long long value = 0;
    if (!std::strcmp(words[2], "weight")) {
        lemon::MaxWeightedMatching<lemon::SmartGraph, Weights> solver(graph, weights);
        solver.run();
        value = solver.matchingWeight();
    } else if (!std::strcmp(words[2], "perfect")) {
        lemon::MaxWeightedPerfectMatching<lemon::SmartGraph, Weights> solver(graph, weights);
        if (!solver.run()) return 1;
        value = solver.matchingWeight();
    } else if (!std::strcmp(words[2], "cardinality")) {
        lemon::MaxMatching<lemon::SmartGraph> solver(graph);
        solver.run();
        value = solver.matchingSize();
    } else {
        return 2;
    }
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%lld %.6f\n", value, seconds);
}
