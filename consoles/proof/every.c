/* Every function of the header in both widths, as one that is called from outside, so that there is code of each to look at. */
#define BUMPER_FUNCTION
#include "../bumper_console.h"
#define BUMPER_PREFIX fixed_
#define BUMPER_BITS 32
#include "../bumper_console.h"
