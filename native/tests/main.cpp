// The core's own tests: `make test` runs them as the module is compiled, `make sanitize` under sanitizers. Whether the
// rules are right is checked from Python, against schwarm.games.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
