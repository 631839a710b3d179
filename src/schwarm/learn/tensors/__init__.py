"""The rules as arithmetic on arrays, for many thousands of games at once on a GPU: `schwarm.learn.TensorEnv` uses them.

One code for NumPy and PyTorch: it asks for nothing but what both call alike. Every array has a number per game, and no
line looks at a single game, so a compiler can make one program of a whole step.
"""
