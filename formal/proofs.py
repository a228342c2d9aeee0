"""Proof documents before the checker that is proved: whether the round of one is right by the statement in Coq.

Usage: proofs.py EDELWEISS ROUNDCHECK FILE PROOF [--input OUT]
       proofs.py EDELWEISS ROUNDCHECK --corpus FOLDER ... [--rules 2026|2017] [--forge N] [--seed N]

Makes what `ROUNDCHECK --proof PROOF` reads, PROOF being what `edelweiss pair FILE --proof PROOF` writes: the facts of FILE
before the round, and prices, which are found anew, for the proof's own are about other sums. The checker reads PROOF
itself. --input keeps what it was asked, to be asked again without this script. Exit code 0 if the round holds, else 1.

With --corpus: proves each recorded round with `edelweiss pair`, asks `edelweiss verify` and the checker, adds up the
processor time of both, and --forge forged proofs of each are asked of both: one with prices of its own, if it still has
other pairs, the others with those of the right round. Exit code 1 where they do not agree, or a forged one holds.
"""

import argparse
import collections
import hashlib
import json
import random
import resource
import sys
import tempfile
from pathlib import Path

import bridge
import judge


def round_of(proof):
    """The pairs, whose colours the statement gives, and the bye; a bracket with a barrier collapses, and others follow."""
    pairs = [pair for bracket in proof["brackets"] if bracket["barrier"] is None for pair in bracket["pairs"]]
    bye = [f"bye:{proof['bye']:d}"] if proof["bye"] is not None else []
    return frozenset([f"{p:d}+{q:d}" for p, q in pairs] + bye)


def sketch(path):
    """Number of the round, edition and round, to find prices; of what is no proof the checker says what is wrong with it."""
    try:
        proof = json.loads(path.read_bytes())
        return int(proof["premises"]["round"]), str(proof["premises"]["edition"]), round_of(proof)
    except (ArithmeticError, AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError):
        return 1, "2026", frozenset()


def document(asked, handed):
    """What the checker reads beside a proof."""
    return "\n".join([asked, "round", *handed, "end"]) + "\n"


def one(program, check, path, proof_path, keep=None):
    """The answer, in words, and whether the round holds."""
    number, rules, round_ = sketch(proof_path)
    try:
        asked = judge.question_before(path, number)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        return f"refused: {path}: round {number} of it cannot be asked: {repr(error)[:200]}", False
    done = judge.run(check, "--proof", proof_path, text=document(asked, []))
    if done.stderr:
        return done.stderr.strip(), False
    with tempfile.TemporaryDirectory() as name:
        answer, handed = bridge.ask_by(rules)(program, check, Path(name), [(proof_path, asked, round_)])[0][0]
    if not handed:
        return answer, False
    if keep:
        Path(keep).write_text(document(asked, handed))
    done = judge.run(check, "--proof", proof_path, text=document(asked, handed))
    return (done.stdout + done.stderr).strip(), done.returncode == 0


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(proof):
    """The document with the checksum of what stands there, which `verify` looks at first."""
    text = json.dumps(proof | {"checksum": ""}, separators=(",", ":"), ensure_ascii=False) + "\n"
    return json.dumps(proof | {"checksum": digest(text)}, separators=(",", ":"), ensure_ascii=False) + "\n"


def forged(draw, proof):
    """The proof with one thing changed, and whether it has other pairs of the same players."""
    other = json.loads(json.dumps(proof))
    full = [bracket["pairs"] for bracket in other["brackets"] if bracket["pairs"] and bracket["barrier"] is None]
    pairs = [pair for pairs in full for pair in pairs]
    kind = draw.choice(["partners", "partners", "partners", "bye", "missing", "twice", "position", "round"])
    if kind == "partners" and len(pairs) > 1:
        one, two = draw.sample(pairs, 2)
        at = draw.choice([0, 1])
        one[1], two[at] = two[at], one[1]
        return other, True
    if kind == "bye" and other["bye"] is not None and pairs:
        one, at = draw.choice(pairs), draw.choice([0, 1])
        one[at], other["bye"] = other["bye"], one[at]
        return other, True
    if kind == "missing" and full:
        pairs_of = draw.choice(full)
        del pairs_of[draw.randrange(len(pairs_of))]
    elif kind == "twice" and full:
        draw.choice(full).append(list(draw.choice(pairs)))
    elif kind == "round":
        other["premises"]["round"] += draw.choice([-1, 1])
    else:
        old = other["premises"]["position"]
        at = draw.randrange(64)
        other["premises"]["position"] = old[:at] + draw.choice([c for c in "0123456789abcdef" if c != old[at]]) + old[at + 1 :]
    return other, False


def timed(*command, text=None):
    """What the program said, and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = judge.run(*command, text=text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Corpus:
    """Recorded rounds of an edition, and the two programs that are asked about them."""

    def __init__(self, program, check, folder, rules, draw, forge):
        self.program, self.check, self.folder, self.rules, self.draw, self.forge = program, check, folder, rules, draw, forge
        self.counted, self.seconds, self.proof_path = collections.Counter(), collections.Counter(), folder / "proof.json"

    def proved(self, path, number):
        """The proof of a recorded round, or nothing where the engine has none."""
        self.proof_path.unlink(missing_ok=True)
        judge.run(self.program, "pair", path, "--round", number, "--rules", self.rules, "--proof", self.proof_path)
        return json.loads(self.proof_path.read_bytes()) if self.proof_path.exists() else None

    def claims_of_file(self, path):
        """Each with its number, the facts, the proof, whether it is right, and whether it has prices of its own."""
        claims = []
        for name, asked, recorded in bridge.rounds_of_file(path):
            number = int(name.split()[-1])
            self.counted["rounds"] += 1
            proof = self.proved(path, number)
            if proof is None or proof["impossible"] is not None:
                self.counted["without a proof"] += 1
                continue
            pairs = {frozenset(game.replace("-", "+").split("+")) for game in recorded}
            self.counted["otherwise"] += pairs != {frozenset(game.split("+")) for game in round_of(proof)}
            claims.append((number, asked, proof, True, True))
            solved = 0
            for _ in range(self.forge):
                other, has_pairs = forged(self.draw, proof)
                own_prices = has_pairs and solved == 0
                solved += own_prices
                claims.append((number, asked, other, False, own_prices))
        return claims

    def ask(self, path):
        claims = self.claims_of_file(path)
        rounds = [(number, asked, round_of(proof)) for number, asked, proof, _, own in claims if own]
        priced = iter(bridge.ask_by(self.rules)(self.program, self.check, self.folder, rounds)[0] if rounds else [])
        right = []
        for number, asked, proof, is_right, own in claims:
            answer, handed = next(priced) if own else (None, right)
            right = handed if is_right else right
            self.proof_path.write_text(sealed(proof))
            verified, by_verify = timed(self.program, "verify", path, self.proof_path, "--round", number, "--rules", self.rules)
            if own and not handed:
                holds, by_check, told = False, 0, answer
            else:
                done, by_check = timed(self.check, "--proof", self.proof_path, text=document(asked, handed))
                holds, told = done.returncode == 0, (done.stdout + done.stderr).strip()
            self.count(path, number, proof, is_right, told, holds, verified.returncode == 0)
            if is_right and not told.startswith("outside"):
                self.seconds["verify"] += by_verify
                self.seconds["checker"] += by_check

    def count(self, path, number, proof, is_right, told, holds, is_verified):
        kind = "right" if is_right else "forged"
        self.counted[kind] += 1
        self.counted[f"{kind} that hold"] += holds
        is_outside = is_right and told.startswith("outside")
        self.counted["outside"] += is_outside
        if is_outside:
            print(f"{path.name}, round {number}: {told}", flush=True)
        elif holds != is_verified or holds != is_right:
            self.counted["wrong"] += 1
            print(f"{path.name}, round {number}, {kind}: verify {'accepts' if is_verified else 'refuses'}, the checker says "
                  f"{told}: {sorted(round_of(proof))}", flush=True)

    def tell(self, what):
        n, s = self.counted, self.seconds
        print(f"{what}: {n['rounds']} rounds, {n['without a proof']} without a proof, {n['right that hold']} of {n['right']} "
              f"proofs hold ({n['otherwise']} recorded otherwise, {n['outside']} outside); {n['forged that hold']} of "
              f"{n['forged']} forged hold; {n['wrong']} disagreements; processor: verify {s['verify']:.1f} s, checker "
              f"{s['checker']:.1f} s", flush=True)


def bad_input(program, check, folder):
    """What is no proof of the next round of this tournament is refused, with what is wrong."""
    path, out = bridge.judge.TESTDATA.parent / "examples" / "open.trf", folder / "proof.json"
    judge.run(program, "pair", path, "--proof", out)
    right = json.loads(out.read_bytes())
    answer, holds = one(program, check, path, out)
    assert holds, answer
    two = [bracket for bracket in right["brackets"] if bracket["pairs"]][:1]
    pairs = lambda *words: right | {"brackets": [two[0] | {"pairs": [list(words)]}]}
    premises = lambda **changed: right | {"premises": right["premises"] | changed}
    text = json.dumps(right)
    cases = {
        "another round": (premises(round=4), "premises, position"),
        "another position": (premises(position="0" * 64), "premises, position"),
        "another edition": (premises(edition=1998), "premises, edition"),
        "the other edition": (premises(edition=2017), "premises, position"),
        "another system": (premises(system="dubov"), "premises, system"),
        "open games": (premises(open_games=[1]), "premises, open_games"),
        "a round of a million digits": (text.replace('"round": 5', '"round": ' + "9" * 1_000_000), "premises, round"),
        "a round that is a text": (premises(round="5"), "premises, round"),
        "a round twice": (text.replace('"round": 5', '"round": 5, "round": 5'), "premises, round: it is there twice"),
        "no premises": ({"format": "edelweiss.proof"}, "premises: it is missing"),
        "another document": ({"format": "edelweiss.matching"}, "format"),
        "a list": ([], "expected an object"),
        "no text": ("{", "it is no proof"),
        "nothing": ("", "it is no proof"),
        "a number of a million digits": ("9" * 1_000_000, "expected an object"),
        "deep": ("[" * 1_000_000, "it is no proof"),
        "deeper": ("[" * 50_000_000, "it is no proof"),
        "a stranger": (pairs(1, 9999), "player 9999"),
        "a word for a player": (pairs(1, "2 bye:3"), "brackets, 1, pairs, 1, 2"),
        "three in a pair": (pairs(1, 2, 3), "brackets, 1, pairs, 1"),
        "a bye that is none": (right | {"bye": -1}, "bye"),
        "no pairing": (right | {"impossible": {}}, "impossible"),
    }
    for name, (proof, reason) in cases.items():
        out.write_text(proof if isinstance(proof, str) else json.dumps(proof))
        answer, holds = one(program, check, path, out)
        assert not holds and reason in answer and len(answer) < 400, (name, answer)
    out.write_text(json.dumps(pairs(2, 3)))
    answer, holds = one(program, check, path, out)
    assert not holds, answer
    out.write_text(text)
    asked = judge.question_before(path, 5)
    for name, (given, reason) in {
        "nothing": ("", "0 rounds"), "two rounds": (2 * document(asked, []), "2 rounds"),
        "a round of its own": (document(asked, []).replace("\nround\n", "\nround 1-2\n"), "the round is the proof's"),
    }.items():
        done = judge.run(check, "--proof", out, text=given)
        assert done.returncode == 1 and reason in done.stderr, (name, done)
    done = judge.run(check, "--proof", folder / "none.json", text=document(asked, []))
    assert done.returncode == 1 and "none.json" in done.stderr, done
    print(f"bad input: {len(cases)} kinds refused")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("check")
    words.add_argument("files", nargs="*")
    words.add_argument("--input")
    words.add_argument("--corpus", action="store_true")
    words.add_argument("--rules", choices=["2026", "2017"], default="2026")
    words.add_argument("--forge", type=int, default=1)
    words.add_argument("--seed", type=int, default=20261128)
    given = words.parse_intermixed_args()
    if not given.corpus:
        if len(given.files) != 2:
            words.error("expected FILE and PROOF")
        try:
            answer, holds = one(given.edelweiss, given.check, *map(Path, given.files), given.input)
        except OSError as error:
            answer, holds = f"refused: {error}", False
        print(answer)
        sys.exit(0 if holds else 1)
    draw, wrong = random.Random(given.seed), 0
    with tempfile.TemporaryDirectory() as name:
        bad_input(given.edelweiss, given.check, Path(name))
        for what in given.files:
            corpus = Corpus(given.edelweiss, given.check, Path(name), given.rules, draw, given.forge)
            for path in sorted(Path(what).rglob("*.trf")):
                corpus.ask(path)
            corpus.tell(what)
            wrong += corpus.counted["wrong"] + (corpus.counted["right"] == 0)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
