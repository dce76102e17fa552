"""Runs the examples in the docstrings and in the README. Every class and function has an example, except result classes."""

import doctest
import inspect
import pathlib

import pytest

import bumper

# Classes of results need no example. Functions that need a surface are shown in examples/.
ANSWERS = {
    "Contact", "ContactPoint", "Event", "Hit", "Pairs", "RayHit", "Relation", "SceneShape", "SweepHit", "typing",
    "BodyState", "JointState", "ContactEvent", "ManifoldPoint", "Contact3", "ContactPoint3", "Hit3", "RayHit3", "SweepHit3", "MoverStep",
}
WITH_PYGAME = {"from_surface", "from_threshold"}
NAMES = [name for name in dir(bumper) if not name.startswith("_")]


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    failed = []
    doctest.DocTestRunner().run(test, out=failed.append)
    assert not failed, "".join(failed)
    return len(test.examples)


@pytest.mark.parametrize("name", NAMES)
def test_docstring_examples_run(name):
    of = getattr(bumper, name)
    assert of.__doc__, f"{name} says nothing"
    if inspect.ismodule(of):
        return
    examples = run(inspect.getdoc(of), name)
    assert examples or name in ANSWERS | WITH_PYGAME, f"{name} has no example"
    for method, value in vars(of).items() if inspect.isclass(of) else ():
        if not method.startswith("_"):
            assert value.__doc__, f"{name}.{method} says nothing"


def test_module_and_readme_examples_run():
    assert run(bumper.__doc__, "bumper")
    assert run((pathlib.Path(__file__).parent.parent / "README.md").read_text(), "README")
