"""Makes functions from tables, so that what a table says need not be spelt out in code again.

Numba compiles what stands in a function: it can neither look up a function in a table nor a field by a name
that it reads from one.  What is made here is the function that one would have written by hand.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from typing import Any

from simkit.compile.kernel import kernel


def by_number(name: str, arguments: str, functions: Mapping[int, Callable[..., Any]]) -> Any:
    """Make a kernel that calls the function which stands for a number.

    Parameters
    ----------
    name : str
        What the kernel is called.
    arguments : str
        What all the functions take: "state, rules, log".  The kernel takes the number, and these.
    functions : mapping of int to kernel
        The function of each number, looked for in this order; the last one is called for any other number.

    Returns
    -------
    function
        It returns what the function called returns.
    """
    numbers: dict[Callable[..., Any], list[int]] = {}
    for number, function in functions.items():
        numbers.setdefault(function, []).append(number)
    *others, last = numbers
    lines = [
        f"    if {' or '.join(f'number == {number}' for number in numbers[function])}:\n"
        f"        return {function.__name__}({arguments})"
        for function in others
    ]
    lines.append(f"    return {last.__name__}({arguments})")
    used = {function.__name__: function for function in numbers}
    assert len(used) == len(numbers), f"two of the functions of {name} are called alike"
    return _made(name, f"number, {arguments}", lines, used)


def copier(name: str, fields: Mapping[str, str]) -> Any:
    """Make a kernel that fills fields of a record from those of another: ``name(source, target)``.

    Parameters
    ----------
    name : str
        What the kernel is called.
    fields : mapping of str to str
        For each field of the target what it gets, as it is written behind the source and a dot: "turn",
        "drawn[2]", "fire != 0".
    """
    return _made(
        name, "source, target", [f"    target.{own} = source.{found}" for own, found in fields.items()]
    )


def _made(name: str, parameters: str, lines: list[str], used: Mapping[str, Any] | None = None) -> Any:
    text = "\n".join([f"def {name}({parameters}):", *lines]) + "\n"
    file = f"<{name}, made from {len(lines)} lines of a table>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # for tracebacks
    names: dict[str, Any] = {"__name__": __name__, **(used or {})}
    exec(compile(text, file, "exec"), names)
    return kernel(names[name])
