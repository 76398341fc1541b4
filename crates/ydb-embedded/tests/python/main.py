"""Runs all tests, or those whose name contains an argument, and prints in the last line how many passed and failed."""

import sys
import unittest


def main():
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]] or None
    result = unittest.TextTestRunner(stream=sys.stdout).run(loader.discover("."))
    failed = {id(getattr(test, "test_case", test)) for test, _ in result.failures + result.errors}
    print(f"{result.testsRun - len(failed)} passed, {len(failed)} failed")
    return 0 if result.testsRun and result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
