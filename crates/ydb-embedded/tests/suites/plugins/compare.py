"""Compares results with the list of expected failures and prints the numbers: compare.py RESULTS LIST [--part]."""

import collections
import fnmatch
import os
import sys

# Reasons that begin so take a test out of the count.
OUTSIDE = ("out of scope: ", "needs ")


def expected(path):
    """Pairs of a pattern and a reason. In a pattern only * is special: names of tests contain brackets."""
    if not os.path.exists(path):
        return []
    lines = [line.rstrip("\n") for line in open(path) if line.strip() and not line.startswith("#")]
    return [line.split("\t", 1) for line in lines]


def main(results, path, part):
    outcomes, messages = {}, {}
    for line in open(results) if os.path.exists(results) else []:
        outcome, name, *message = line.rstrip("\n").split("\t")
        outcomes[name] = outcome
        messages[name] = " ".join(message)[:240]
    patterns = [(text, text.replace("[", "[[]").replace("?", "[?]"), reason) for text, reason in expected(path)]
    counts = collections.Counter()
    reasons = collections.Counter()
    wrong = []
    used = set()
    for name, outcome in sorted(outcomes.items()):
        pattern, reason = next(((p, r) for p, glob, r in patterns if fnmatch.fnmatchcase(name, glob)), (None, ""))
        if pattern and outcome != "skipped":
            used.add(pattern)
        outside = bool(pattern) and reason.startswith(OUTSIDE)
        counts["skipped" if outcome == "skipped" else "outside" if outside else outcome] += 1
        if outcome == "failed" and pattern:
            reasons[reason] += 1
        if outcome == "failed" and not pattern:
            wrong.append(f"failed: {name}: {messages[name]}")
        if outcome == "passed" and pattern:
            wrong.append(f"passed, although listed ({reason}): {name}")
    if not part:
        wrong += [f"listed, but not run: {pattern}" for pattern, _, _ in patterns if pattern not in used]
    if not outcomes:
        wrong.append("no test ran")
    for reason, count in sorted(reasons.items()):
        print(f"expected to fail: {count:4} {reason}")
    for line in wrong:
        print(line)
    passed, all_ = counts["passed"], counts["passed"] + counts["failed"]
    print(f"in scope: {passed} of {all_} passed ({100 * passed / max(all_, 1):.1f} %)", end="")
    print(f"; out of scope: {counts['outside']}; skipped by the suite: {counts['skipped']}; unexpected: {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--part" in sys.argv[3:]))
