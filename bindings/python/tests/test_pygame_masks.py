"""Runs the tests of masks that pygame-ce installs, with the masks of this package instead of pygame's."""

import importlib
import unittest
from unittest import mock

import pytest

import bumper

pygame = pytest.importorskip("pygame")

# This test reads the memory of a mask through a buffer, which the stable ABI does not offer before Python 3.11.
LEFT_OUT = {"test_buffer_interface"}
# The smallest number of tests that must run, so that the test fails if none are found.
AT_LEAST = 200


def cases(suite):
    for part in suite:
        yield from cases(part) if isinstance(part, unittest.TestSuite) else [part]


def test_tests_of_pygame_pass():
    of_module = {
        "Mask": bumper.Mask,
        "MaskType": bumper.Mask,
        "from_surface": bumper.from_surface,
        "from_threshold": bumper.from_threshold,
    }
    with mock.patch.object(pygame, "Mask", bumper.Mask), mock.patch.multiple(pygame.mask, **of_module):
        tests = importlib.import_module("pygame.tests.mask_test")
        assert issubclass(tests.SubMask, bumper.Mask)
        suite = unittest.TestSuite(
            case
            for case in cases(unittest.defaultTestLoader.loadTestsFromModule(tests))
            if case._testMethodName not in LEFT_OUT
        )
        result = unittest.TestResult()
        suite.run(result)
    faults = [f"{case}\n{text}" for case, text in result.errors + result.failures]
    assert not faults, "\n".join(faults)
    assert result.testsRun >= AT_LEAST
