"""Numba's compiler, changed so that kernels become machine code together with their entry, not one by one.

Numba optimises each function and turns it into machine code, then does the same with its caller, into which
the function is linked, and so on up to the entry: the same code is optimised many times.  Here a kernel is
only translated to LLVM's language, and the entry is optimised once, together with all its kernels.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import compiler, compiler_machinery, environment
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.typed_passes import NativeLowering

_steps: Any = compiler.DefaultPassBuilder
_register: Any = compiler_machinery.register_pass
_environment_of: Any = environment.lookup_environment
_make_function: Any = _dynfunc.make_function
_lower: Any = NativeLowering.run_pass


class _KernelCode(JITCodeLibrary):
    """The LLVM code of a kernel and of everything that it calls, not yet optimised."""

    def finalize(self) -> None:
        """Link in the code of the functions that it calls; all of it is optimised with the caller later."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@_register(mutates_CFG=True, analysis_only=False)
class _LowerKernel(NativeLowering):
    """Translates a kernel for LLVM."""

    _name = "lower_kernel"

    def run_pass(self, state: Any) -> bool:
        library: Any = _KernelCode
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        _lower(self, state)
        described = state.cr.fndesc
        # Numba identifies compiled code by a function that Python can call; this one is never called.
        known_as = _make_function(
            described.lookup_module(), described.qualname, "", 0, state.cr.env, (state.library,)
        )
        state.targetctx.insert_user_function(known_as, described, [state.library])
        state.cr = state.cr._replace(cfunc=known_as)
        return True


@_register(mutates_CFG=True, analysis_only=False)
class _LowerEntry(NativeLowering):
    """Translates an entry for LLVM and turns it, with its kernels, into machine code."""

    _name = "lower_entry"

    def run_pass(self, state: Any) -> bool:
        _lower(self, state)
        for variable in state.library._final_module.global_variables:
            own = _environment_of(variable.name)  # what a kernel has of Python, to print for example
            if own is not None:
                state.library.codegen.set_env(variable.name, own)
        return True


class _Compiler(CompilerBase):
    """Numba's own compiler with one step replaced."""

    lowering: ClassVar[type[NativeLowering]]

    def define_pipelines(self) -> list[Any]:
        """Return Numba's steps, one of them replaced by this compiler's own."""
        steps = _steps.define_nopython_pipeline(self.state)
        steps.passes = [
            (self.lowering if step is NativeLowering else step, words) for step, words in steps.passes
        ]
        steps.finalize()
        return [steps]


class KernelCompiler(_Compiler):
    """Compiles functions that only compiled code calls."""

    lowering = _LowerKernel


class EntryCompiler(_Compiler):
    """Compiles functions that are called from Python or through a tuple, with all kernels that they call."""

    lowering = _LowerEntry
