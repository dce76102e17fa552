/* Tests the header on machines without files: generates the cases, and compares a hash of the header's answers to each
 * kind with the hash of the library's answers in `hashes.h`, which the library has written. */

#include "cases.h"
#include "hashes.h"

/* The result, for programs that inspect the memory: the number of kinds with equal hashes, and DONE at the end. */
#define DONE 0x600d
volatile struct {
    uint16_t right, finished;
} result;

/* A random number: tiny, small, from the whole range or near its ends, depending on the mode; as in `src/number.rs`. */
static t_number number(uint32_t mode) {
    uint32_t random = next_random();
    t_number sign = (t_number)((random >> 16 & 1) ? -1 : 0);
    switch (mode) {
    case 0: return (t_number)((t_number)(random >> 8 & 7) - 3);
    case 1: return (t_number)((t_number)(random >> 8 & 127) - 64);
#if BITS == 16
    case 2: return (t_number)(random >> 8);
    default: return (t_number)((t_number)(0x7fff - (t_number)(random >> 8 & 3)) ^ sign);
#else
    case 2: return (t_number)random;
    default: return (t_number)((t_number)(0x7fffffffl - (t_number)(random >> 8 & 3)) ^ sign);
#endif
    }
}

static uint32_t hash_of(uint8_t kind) {
    uint32_t hash = 0;
    uint16_t k;
    uint32_t seed = 0x9e3779b9ul + kind;
    for (k = 0; k < CASES; ++k) {
        t_number numbers[MAX_NUMBERS];
        uint8_t i;
        uint32_t mode;
        random_state = seed;
        mode = next_random() >> 8 & 3;
        for (i = 0; i < kinds[kind].numbers; ++i) numbers[i] = number(mode);
        seed = random_state;
        answer(kind, numbers);
        for (i = 0; i < ANSWERS; ++i) hash = ((hash << 5 | hash >> 27) ^ out[i]) + 0x9e3779b9ul;
    }
    return hash;
}

int main(void) {
    uint8_t kind;
    result.right = result.finished = 0;
    for (kind = 0; kind < KINDS; ++kind) {
        if (hash_of(kind) == hashes[kind]) ++result.right;
    }
    result.finished = DONE;
    return result.right == KINDS ? 0 : 1;
}
