/* Every function of the header, as one that is called from outside, so that there is code of each to look at. */
#define BUMPER_FUNCTION
#if BITS == 32
#define BUMPER_PREFIX fixed_
#define BUMPER_BITS 32
#endif
#include "../bumper_console.h"
