"""The files that `new-game` writes: a small game that works, its tests, and the files of a plugin.

It is a real package, so that linters, the type checker and the contract suite see it like any other. `new-game` copies
it with the new name in place of `mygame`, `MyGame` and `My Game`.
"""
