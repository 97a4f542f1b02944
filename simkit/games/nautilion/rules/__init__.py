"""The rules of Nautilion as compiled code: a module a phase or an expansion, named as the rulebook does."""
