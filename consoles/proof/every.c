/* Defines every function of the header in both widths as an external one, so that the generated code can be inspected. */
#define BUMPER_FUNCTION
#include "../bumper_console.h"
#define BUMPER_PREFIX fixed_
#define BUMPER_BITS 32
#include "../bumper_console.h"
