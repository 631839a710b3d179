#include "../golden.hpp"

static const Enter golden({"piranhas-2019", "1ffffffff1/F8F/F8F/F8F/F3x4F/F5x2F/F8F/F8F/F8F/1ffffffff1 0", 102'204});
