/* Defines all functions of the header with external linkage, for both widths of numbers, so that the generated code can
 * be inspected. */
#define BUMPER_FUNCTION
#include "../bumper_console.h"
#define BUMPER_PREFIX fixed_
#define BUMPER_BITS 32
#include "../bumper_console.h"
