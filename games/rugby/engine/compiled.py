"""`core.py` once more, under this name, in which `shim.tools_for` hands it a compiler. ImportError without numba.

Rules and tests run the plain functions, long searches these; both are the same lines.
"""

import sys
from importlib.machinery import SourceFileLoader

from games.rugby.engine import core

SourceFileLoader(__name__, core.__file__).exec_module(sys.modules[__name__])
