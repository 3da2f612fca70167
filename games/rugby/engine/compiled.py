"""`core.py` loaded a second time under this name, for which `shim.tools_for` returns a compiler.

Rules and tests run the plain functions, long searches these; the source is the same. ImportError without numba.
"""

import sys
from importlib.machinery import SourceFileLoader

from games.rugby.engine import core

SourceFileLoader(__name__, core.__file__).exec_module(sys.modules[__name__])
