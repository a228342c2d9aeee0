"""Questions of the program ``edelweiss`` as functions: the same options, answers and words.

Arguments that are options, and ``options`` in each function, are written from what Rust declares (``just bless``).
"""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._check import Check
from ._native import ProofError, Tournament
from ._round import Round
from ._standings import Standings

#: A year, as a number or as text.
Edition = Union[int, str]
#: One wish such as "draw" or "3-7=white", or several.
Wishes = Union[str, Sequence[str]]
#: One rating such as 1400 or "12=1400", or several.
Ratings = Union[int, str, Sequence[Union[int, str]]]


def as_json(options: Dict[str, Any]) -> str:
    """The options that were given, by the names of the command line."""
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    try:
        return json.dumps(given)
    except TypeError as error:
        raise TypeError(f"options: {error}") from None


def listed(codes: Optional[Union[str, Sequence[str]]]) -> Optional[str]:
    """A list as the command line has it."""
    return codes if codes is None or isinstance(codes, str) else ",".join(codes)


def _options(tournament: Tournament, options: Dict[str, Any], judges_points: bool = False) -> str:
    if not isinstance(tournament, Tournament):
        raise TypeError(f"found {type(tournament).__name__}, expected a Tournament")
    file: Dict[str, Any] = {"file": tournament.file, "encoding": tournament.encoding}
    if not (judges_points or tournament.check_points):
        file["ignore-points"] = True
    return as_json({**file, **options})


def answer(question: str, tournament: Tournament, options: Dict[str, Any]) -> bytes:
    """The answer to a question as it is: a document, a text or a file."""
    return _native.answer(question, tournament, _options(tournament, options, question == "check"))


def ask(question: str, tournament: Tournament, **options: Any) -> Dict[str, Any]:
    """The answer to a question of the program as its JSON document.

    ``question`` is "pair", "check", "standings", "lists", "explain", "judge", "preview", "state", "step",
    "ratings", "norms", "editions", "variants", "formulate" or "prove"; the options are its long options, with
    underscores for their dashes. The functions of this module ask the same.
    """
    document: Dict[str, Any] = json.loads(answer(question, tournament, options))
    return document


def pair(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    engine: Optional[str] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    finish: Optional[bool] = None,
    absent: Optional[Sequence[str]] = None,
    forbid: Optional[Sequence[str]] = None,
    forbid_soft: Optional[Sequence[str]] = None,
    bye: Optional[Sequence[str]] = None,
    seat: Optional[Sequence[str]] = None,
    line_ups: Optional[str] = None,
    default_line_ups: Optional[bool] = None,
    any_order: Optional[bool] = None,
) -> Round:
    """Pairs a round.

    ``rules`` and ``system`` choose an edition and a system of those that ``versions`` lists; without them
    the file does, by record 192 or its date.

    ``round`` is the number of a recorded round, which is paired again from the rounds before it, or of
    the next one. Without it: the last recorded round while none of its games has a result, else the
    next one. ``open`` says what games without a result count in the rounds before: "draw", "white" or
    "black", or "3-7=white" for one game; a list for several. ``given_bye`` is the player whose bye of
    this round the arbiter gave before it was paired, where the file does not announce it.

    The other options are those of ``edelweiss pair``, which ``edelweiss pair --help`` tells.

    A round that no legal pairing exists for is an answer, not an error: see ``Round.impossible``.
    """
    options = {
        "rules": rules,
        "round": round,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "engine": engine,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "finish": finish,
        "absent": absent,
        "forbid": forbid,
        "forbid_soft": forbid_soft,
        "bye": bye,
        "seat": seat,
        "line_ups": line_ups,
        "default_line_ups": default_line_ups,
        "any_order": any_order,
    }
    return Round(ask("pair", tournament, **options))


def pair_many(
    tournaments: Iterable[Tournament],
    rules: Optional[Edition] = None,
    *,
    system: Optional[str] = None,
    open: Optional[Wishes] = None,
    engine: Optional[str] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    finish: Optional[bool] = None,
    forbid_soft: Optional[Sequence[str]] = None,
) -> List[Round]:
    """Pairs the next round of each tournament, side by side on all cores; options as in ``pair``."""
    options = {
        "rules": rules,
        "system": system,
        "open": open,
        "engine": engine,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "finish": finish,
        "forbid_soft": forbid_soft,
    }
    asked = [(tournament, _options(tournament, options)) for tournament in tournaments]
    return [Round(json.loads(answer)) for answer in _native.answer_many("pair", asked)]


def with_round(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    engine: Optional[str] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    finish: Optional[bool] = None,
    absent: Optional[Sequence[str]] = None,
    forbid: Optional[Sequence[str]] = None,
    forbid_soft: Optional[Sequence[str]] = None,
    bye: Optional[Sequence[str]] = None,
    seat: Optional[Sequence[str]] = None,
    line_ups: Optional[str] = None,
    default_line_ups: Optional[bool] = None,
    any_order: Optional[bool] = None,
) -> Tournament:
    """The tournament with the round added that ``pair`` gives for the same options.

    Raises ``TournamentError`` where there is no round, its ``kind`` being "no-pairing".
    """
    options = {
        "rules": rules,
        "round": round,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "engine": engine,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "finish": finish,
        "absent": absent,
        "forbid": forbid,
        "forbid_soft": forbid_soft,
        "bye": bye,
        "seat": seat,
        "line_ups": line_ups,
        "default_line_ups": default_line_ups,
        "any_order": any_order,
    }
    file = answer("pair", tournament, {**options, "format": "trf"})
    return Tournament.loads(file, tournament.file, encoding=tournament.encoding)


def check(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    *,
    system: Optional[str] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    after_round: Optional[int] = None,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
    all: Optional[bool] = None,
) -> Check:
    """Pairs every recorded round again, computes points and ranks again, and says what differs.

    ``rules`` and ``system`` as in ``pair``; ``round`` checks that round alone. The rest is how recorded
    ranks are judged, as in ``standings``. The text of the answer has at most ten lines for a round,
    unless ``all`` of it is wanted.
    """
    options = {
        "rules": rules,
        "round": round,
        "system": system,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "after_round": after_round,
        "tie_breaks": listed(tie_breaks),
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
        "all": all,
    }
    return Check(
        ask("check", tournament, **options),
        lambda: answer("check", tournament, {**options, "format": "text"}).decode(),
    )


def standings(
    tournament: Tournament,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    after_round: Optional[int] = None,
    *,
    why: Optional[int] = None,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
) -> Standings:
    """Ranks the players, or the teams of a competition of teams, by points and FIDE tie-breaks.

    ``tie_breaks`` is a list of codes such as ``["BH/C1", "BH", "DE"]``. Without it: that of record 212
    or 202 of the file, else BH/C1, BH, SB, DE, WIN (teams: MPvGP, EDE). ``after_round`` counts the
    rounds so far only. ``tie_break_rules`` is an edition of the regulations ("2026-03", "2024-08",
    "2024-04", "2023"), else the one in force on the date of the file; ``pairings="pre-determined"``
    is for round robins; ``players=True`` ranks the players of a competition of teams. ``unrated`` is
    the rating of players without one for tie-breaks on ratings, such as 1400, or "12=1400" for player
    12; a list for several. ``why`` is a number whose values are taken apart: see ``Standings.document``.
    """
    options = {
        "tie_breaks": listed(tie_breaks),
        "after_round": after_round,
        "why": why,
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
    }
    return Standings(ask("standings", tournament, **options))


def with_ranks(
    tournament: Tournament,
    tie_breaks: Optional[Union[str, Sequence[str]]] = None,
    *,
    tie_break_rules: Optional[str] = None,
    pairings: Optional[str] = None,
    players: Optional[bool] = None,
    unrated: Optional[Ratings] = None,
    withdrawn: Optional[Sequence[str]] = None,
) -> Tournament:
    """The tournament with the ranks of ``standings`` and the list of tie-breaks in its file."""
    options = {
        "tie_breaks": listed(tie_breaks),
        "tie_break_rules": tie_break_rules,
        "pairings": pairings,
        "players": players,
        "unrated": unrated,
        "withdrawn": withdrawn,
    }
    file = answer("standings", tournament, {**options, "format": "trf"})
    return Tournament.loads(file, tournament.file, encoding=tournament.encoding)


def explain(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    language: Optional[str] = None,
    format: str = "text",
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    player: Optional[int] = None,
    board: Optional[int] = None,
    full: Optional[bool] = None,
    why_not: Optional[Sequence[Tuple[int, int]]] = None,
    why_not_bye: Optional[Sequence[int]] = None,
    why_not_float: Optional[Sequence[int]] = None,
    why_colour: Optional[Sequence[int]] = None,
) -> str:
    """Tells how a round came about, bracket by bracket, with the articles beside it.

    ``language`` is "en" or "de"; ``format`` is "text", "markdown", "html" (a page) or "json" (the
    document); the round is chosen as in ``pair``.

    ``player`` or ``board`` leave out what does not concern them, and long lists are
    cut unless ``full``. Instead of the story, the other
    options ask why two players do not meet (``why_not=[(4, 9)]``), why somebody does not have the bye
    or does not float, and why a player does not have the other colour.
    """
    options = {
        "rules": rules,
        "round": round,
        "language": language,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "player": player,
        "board": board,
        "full": full,
        "why_not": None if why_not is None else [f"{a}-{b}" for a, b in why_not],
        "why_not_bye": why_not_bye,
        "why_not_float": why_not_float,
        "why_colour": why_colour,
        "format": format,
    }
    return answer("explain", tournament, options).decode()


def judge(
    tournament: Tournament,
    pairs: Optional[Union[str, Sequence[Sequence[int]]]] = None,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    language: Optional[str] = None,
    format: str = "text",
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
) -> str:
    """Judges a pairing made by hand: whether it is legal, and the first criterion in which it is worse.

    ``pairs`` are pairs of numbers, and one of a single number for the bye: ``[(1, 2), (3, 4), (5,)]``;
    without them the round is judged as it stands in the file. ``format`` is "text", "markdown" or "json"
    (the document, as ``ask("judge", ...)`` has it); the rest as in ``explain``.
    """
    if pairs is not None and not isinstance(pairs, str):
        pairs = ",".join("-".join(str(number) for number in pair) for pair in pairs)
    options = {
        "pairs": pairs,
        "rules": rules,
        "round": round,
        "language": language,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "format": format,
    }
    return answer("judge", tournament, options).decode()


def preview(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    language: Optional[str] = None,
    format: str = "text",
    *,
    system: Optional[str] = None,
    outcomes: Optional[int] = None,
    seed: Optional[int] = None,
    all: Optional[bool] = None,
) -> str:
    """Says what is certain of the next round while games are open.

    At most ``outcomes`` outcomes of these games are paired, drawn with ``seed`` where there are more;
    ``language`` and ``format`` as in ``judge``. Of what is not certain the first players and games are
    named, unless ``all`` are wanted; JSON is always whole.
    """
    options = {
        "rules": rules,
        "language": language,
        "system": system,
        "outcomes": outcomes,
        "seed": seed,
        "all": all,
        "format": format,
    }
    return answer("preview", tournament, options).decode()


def variants(
    tournament: Tournament,
    variants: Sequence[str],
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    *,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    engine: Optional[str] = None,
) -> Dict[str, Any]:
    """One round, once for each "what if": the document ``edelweiss.variants``. Dutch System only.

    A variant is "absent 5", "together 3 8", "apart 1 2", several of these with commas between, or "",
    which is the round as it is.
    """
    options = {
        "rules": rules,
        "round": round,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "engine": engine,
        "variants": list(variants),
    }
    return ask("variants", tournament, **options)


def editions(
    tournament: Tournament,
    editions: Optional[Sequence[Edition]] = None,
    round: Optional[int] = None,
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
) -> Dict[str, Any]:
    """One round by several editions of a system, side by side: the document ``edelweiss.editions``.

    ``editions`` names them, the one that the others are compared with first; without it they are the
    two latest of the system.
    """
    options = {
        "editions": editions,
        "round": round,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
    }
    return ask("editions", tournament, **options)


def formulate(
    tournament: Tournament,
    formulation: Union[str, bytes],
    round: Optional[int] = None,
    *,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    bracket: Optional[int] = None,
) -> Dict[str, Any]:
    """A round by a file of criteria, solved as a matching problem and proved: the document ``edelweiss.formulation``.

    ``formulation`` is the text of the file (TOML). The document has the ``pairs``, the ``bye``, and of each of the
    ``brackets`` (the whole field is one) its matching and its ``costs``.
    """
    options = {
        "round": round,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "bracket": bracket,
    }
    return ask("formulate", tournament, **options, formulation=_text(formulation))


def formulation_problem(
    tournament: Tournament,
    formulation: Union[str, bytes],
    bracket: Optional[int] = None,
    format: str = "lp",
    *,
    round: Optional[int] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
) -> str:
    """The matching problem of one bracket of a formulation, for other programs.

    ``format`` is "lp", "mps", "opb", "dimacs" or "graphml", which ``networkx.parse_graphml`` reads; ``bracket``
    is one of those that ``formulate`` lists, without it the first.
    """
    options = {
        "bracket": bracket,
        "round": round,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "format": format,
    }
    return answer("formulate", tournament, {**options, "formulation": _text(formulation)}).decode()


def _text(file: Union[str, bytes]) -> str:
    return file if isinstance(file, str) else file.decode()


def versions() -> Dict[str, Any]:
    """The version of the library, and the editions of the rules that it knows."""
    document: Dict[str, Any] = json.loads(_native.versions())
    return document


def prove(
    tournament: Tournament,
    rules: Optional[Edition] = None,
    round: Optional[int] = None,
    *,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
    engine: Optional[str] = None,
    newcomers: Optional[str] = None,
    floaters: Optional[str] = None,
    following_bracket: Optional[str] = None,
    following_group: Optional[str] = None,
    forfeit_floats: Optional[str] = None,
    last_round_preference: Optional[str] = None,
    accelerated_floats: Optional[str] = None,
    accelerated_secondary: Optional[str] = None,
    untold_bye: Optional[str] = None,
    top_value: Optional[str] = None,
    own_value: Optional[str] = None,
    loss_share: Optional[str] = None,
    absence_share: Optional[str] = None,
    absences_paid: Optional[str] = None,
    bye_share: Optional[str] = None,
    recount: Optional[str] = None,
    repeat_after: Optional[str] = None,
    most_meetings: Optional[str] = None,
    finish: Optional[bool] = None,
) -> str:
    """A proof, as JSON, that the round is the one that the Dutch rules ask for, or that there is none.

    Options as in ``pair``. Raises ``TournamentError`` for systems and rounds of which there are no proofs.
    """
    options = {
        "rules": rules,
        "round": round,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
        "engine": engine,
        "newcomers": newcomers,
        "floaters": floaters,
        "following_bracket": following_bracket,
        "following_group": following_group,
        "forfeit_floats": forfeit_floats,
        "last_round_preference": last_round_preference,
        "accelerated_floats": accelerated_floats,
        "accelerated_secondary": accelerated_secondary,
        "untold_bye": untold_bye,
        "top_value": top_value,
        "own_value": own_value,
        "loss_share": loss_share,
        "absence_share": absence_share,
        "absences_paid": absences_paid,
        "bye_share": bye_share,
        "recount": recount,
        "repeat_after": repeat_after,
        "most_meetings": most_meetings,
        "finish": finish,
    }
    return answer("prove", tournament, options).decode()


def verify(
    tournament: Tournament,
    proof: Union[str, bytes],
    round: Optional[int] = None,
    *,
    rules: Optional[Edition] = None,
    system: Optional[str] = None,
    after_round: Optional[int] = None,
    open: Optional[Wishes] = None,
    given_bye: Optional[int] = None,
) -> None:
    """Checks a proof without the engine. Raises ``ProofError`` where it does not hold.

    It holds under the premises that the tournament and these options give, which are those of ``pair``: of
    another edition, another round or another position it is no proof.
    """
    data = proof.encode() if isinstance(proof, str) else proof
    options = {
        "round": round,
        "rules": rules,
        "system": system,
        "after_round": after_round,
        "open": open,
        "given_bye": given_bye,
    }
    document = json.loads(_native.verify(tournament, data, _options(tournament, options)))
    if not document["holds"]:
        raise ProofError(f"the proof does not hold: {document['rejection']}")
