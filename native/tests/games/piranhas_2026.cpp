#include "../golden.hpp"

static const Enter golden({"piranhas-2026", "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -", 17'917});
