"""Numba's compiler, changed so that kernels become machine code together with their entry, not one by one.

Numba optimises each function and turns it into machine code, then does the same with its caller, into which
the function is linked, and so on up to the entry: the same code is optimised many times.  Here a kernel is
only translated to LLVM's language, and the entry is optimised once, together with all its kernels.

Numba's steps that a function does not need are left out.  So is what Numba does between two steps: it
computes the lifetime of every variable again, and records types for listeners that do not exist.  Nor does it
ask LLVM for the size of every variable, which only debuggers need, or optimise functions that are declared
and not defined.
"""

from __future__ import annotations

import gc
import threading
from functools import cache, partial
from types import CodeType
from typing import Any, ClassVar

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import cgutils, compiler, compiler_machinery, config, environment, errors, ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, Flags
from numba.core.lowering import Lower
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import (
    AnnotateTypes,
    DumpParforDiagnostics,
    InlineOverloads,
    NativeLowering,
    NopythonRewrites,
)  # fmt: skip
from numba.core.typing.templates import _OverloadFunctionTemplate
from numba.core.untyped_passes import InlineClosureLikes, MakeFunctionToJitFunction

_numbas_steps: Any = compiler.DefaultPassBuilder
_Finished: Any = compiler._EarlyPipelineCompletion
_register: Any = compiler_machinery.register_pass
_environment_of: Any = environment.lookup_environment
_make_function: Any = _dynfunc.make_function
_lower: Any = NativeLowering.run_pass
_Flags: Any = Flags
_numba_config: Any = config
_alloca: Any = cgutils.alloca_once
_errors: Any = errors
_compile: Any = CompilerBase.compile_extra
_Options: Any = ConfigStack
_rewrite: Any = NopythonRewrites.run_pass


class _KernelCode(JITCodeLibrary):
    """The LLVM code of a kernel, not yet optimised together with its callers and what it calls."""

    def _optimize_functions(self, module: Any) -> None:
        """Optimise each function by itself: those that are defined here, not those that are only named."""
        generator: Any = self._codegen
        module.data_layout = generator._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = generator._function_pass_manager()
                passes.run(function, builder)

    def finalize(self) -> None:
        """Let it be linked as it is: whatever calls it links in the functions that it calls, too."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"  # left out where it is inlined everywhere
        self._shared_module = self._final_module
        self._finalized = True


@cache
def _is_counted(context: Any, kind: Any) -> bool:
    """Return True for a type with references that are counted, such as an array."""
    return bool(context.data_model_manager[kind].contains_nrt_meminfo())


class _Lower(Lower):
    """Writes a function for LLVM without sizes of variables, and without the ends of uncounted ones."""

    def incref(self, typ: Any, val: Any) -> None:
        if _is_counted(self.context, typ):
            super().incref(typ, val)  # type: ignore[no-untyped-call]

    def decref(self, typ: Any, val: Any) -> None:
        if _is_counted(self.context, typ):
            super().decref(typ, val)  # type: ignore[no-untyped-call]

    def delvar(self, name: str) -> None:
        if _is_counted(self.context, self.typeof(name)):
            super().delvar(name)  # type: ignore[no-untyped-call]

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        if _numba_config.DEBUGINFO_DEFAULT:
            numbas: Any = super()
            return numbas.alloca_lltype(name, lltype, datamodel)
        return _alloca(self.builder, lltype, name=name, zfill=False)


@_register(mutates_CFG=True, analysis_only=False)
class _LowerKernel(NativeLowering):
    _name = "lower_kernel"

    @property
    def lowering_class(self) -> Any:
        return _Lower

    def run_pass(self, state: Any) -> bool:
        library: Any = _KernelCode
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        _lower(self, state)
        described = state.cr.fndesc
        # Numba identifies compiled code by a function that Python can call; this one is never called.
        libraries = tuple(dict.fromkeys((state.library, *state.library._linking_libraries)))
        known_as = _make_function(
            described.lookup_module(), described.qualname, "", 0, state.cr.env, libraries
        )
        state.targetctx.insert_user_function(known_as, described, libraries)
        state.cr = state.cr._replace(cfunc=known_as)
        return True


@_register(mutates_CFG=True, analysis_only=False)
class _LowerEntry(NativeLowering):
    """Translates an entry for LLVM and turns it, with its kernels, into machine code."""

    _name = "lower_entry"

    @property
    def lowering_class(self) -> Any:
        return _Lower

    def run_pass(self, state: Any) -> bool:
        _lower(self, state)
        for variable in state.library._final_module.global_variables:
            held = _environment_of(variable.name)  # a kernel's Python objects, for printing for example
            if held is not None:
                state.library.codegen.set_env(variable.name, held)
        return True


@_register(mutates_CFG=True, analysis_only=False)
class _RewriteArrays(NopythonRewrites):
    """Joins the steps of a calculation with whole arrays, in functions that calculate with whole arrays."""

    _name = "rewrite_arrays"

    def run_pass(self, state: Any) -> bool:
        return bool(_has_whole_arrays(state) and _rewrite(self, state))


def _has_whole_arrays(state: Any) -> bool:
    """Return True if a function calculates an array, or looks something up by a text that never changes."""
    kinds = state.typemap
    if any(isinstance(kind, types.StringLiteral) for kind in kinds.values()):
        return True
    return any(
        isinstance(step.value, ir.Expr)
        and step.value.op in ("binop", "inplace_binop", "unary", "call")
        and isinstance(kinds.get(step.target.name), types.Array)
        for block in state.func_ir.blocks.values()
        for step in block.find_insts(ir.Assign)
    )


_NEVER_NEEDED = (AnnotateTypes, DumpParforDiagnostics, InlineOverloads)
"""Steps that report on the code, and one that only speeds up what LLVM inlines anyway."""

_FOR_INNER_FUNCTIONS = (InlineClosureLikes, MakeFunctionToJitFunction)
"""Steps for functions inside functions: lambdas, comprehensions, generator expressions."""


class _Steps(compiler_machinery.PassManager):
    """Numba's list of steps, with nothing done between two of them."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:  # noqa: N802 (Numba's name)
        step.analysis = self._analysis
        with _errors.new_error_context("Pass {name}", name=step.name()):
            step.run_pass(state)


class SettledFlags(Flags):
    """A compiler's options that no longer change: there is one object for each combination.

    Numba looks up by them what is compiled already, for every operator of every function, and would compare
    them option by option.
    """

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


_steps_by_kind: dict[tuple[object, ...], _Steps] = {}


def _steps_for(state: Any, lowering: Any, *, has_inner: bool) -> _Steps:
    left_out = _NEVER_NEEDED if has_inner else (*_NEVER_NEEDED, *_FOR_INNER_FUNCTIONS)
    replaced = {NativeLowering: lowering, NopythonRewrites: _RewriteArrays}
    steps = _Steps("kernels")
    for step, words in _numbas_steps.define_nopython_pipeline(state).passes:
        if step not in left_out:
            steps.add_pass(replaced.get(step, step), words)
    steps.finalize()
    return steps


_settled: list[SettledFlags] = []


@cache
def not_inlined(flags: Any) -> SettledFlags:
    """Return the same options for a function that is not inlined."""
    changed = _Flags(flags)
    changed.forceinline = False
    return settled(changed)


def settled(flags: Any) -> SettledFlags:
    """Return the object that stands for these options."""
    if isinstance(flags, SettledFlags):
        return flags
    values = flags.values()
    for known in _settled:
        if known.values() == values:
            return known
    _settled.append(SettledFlags(flags))
    return _settled[-1]


class _Compiler(CompilerBase):
    """Numba's own compiler with some steps replaced and others left out."""

    lowering: ClassVar[type[NativeLowering]]

    def define_pipelines(self) -> list[Any]:
        """Return the steps for a function."""
        has_inner = any(isinstance(constant, CodeType) for constant in self.state.func_id.code.co_consts)
        kind = (self.lowering, has_inner, self.state.func_ir is None)
        if kind not in _steps_by_kind:
            _steps_by_kind[kind] = _steps_for(self.state, self.lowering, has_inner=has_inner)
        return [_steps_by_kind[kind]]

    def _compile_core(self) -> Any:
        (steps,) = self.define_pipelines()
        with _Options().enter(settled(self.state.flags)):
            try:
                steps.run(self.state)
            except _Finished as finished:
                return finished.result
        self.state.pipeline = None
        return self.state.cr


class KernelCompiler(_Compiler):
    """Compiles functions that only compiled code calls."""

    lowering = _LowerKernel


class EntryCompiler(_Compiler):
    """Compiles functions that are called from Python or through a tuple, with all kernels that they call."""

    lowering = _LowerEntry

    def compile_extra(self, function: Any) -> Any:
        """Compile a function without garbage collection: most of what Numba creates stays alive."""
        collects = gc.isenabled()
        gc.disable()
        _at_work.entries = _entries_at_work() + 1
        try:
            return _compile(self, function)
        finally:
            _at_work.entries -= 1
            if collects:
                gc.enable()


_at_work = threading.local()


def _entries_at_work() -> int:
    return getattr(_at_work, "entries", 0)


def _numbas_own_as_kernels(template: Any) -> Any:
    """Return the decorator for one of Numba's own functions, such as `max`: in an entry, it is a kernel.

    Otherwise each of them would be turned into machine code for itself, which nobody calls.
    """
    decorate = _decorator_of(template)
    if not _entries_at_work():
        return decorate
    return partial(decorate, pipeline_class=KernelCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True)


_Templates: Any = _OverloadFunctionTemplate
_decorator_of: Any = _Templates._get_jit_decorator
_Templates._get_jit_decorator = _numbas_own_as_kernels
