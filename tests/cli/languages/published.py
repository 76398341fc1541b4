"""Computes the published vectors by generated keys. Argument: a JSON file with the cases."""

import json
import sys

import keys
from values import value


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        key = getattr(keys, case["key"])(*map(value, case["columns"], case["values"]))
        assert key.hash == int(case["hash"]), (case, key.hash)
    assert len(cases) > 200


main()
