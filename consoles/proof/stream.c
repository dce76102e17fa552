/* Reads cases and the library's answers from standard input, and compares the header's answers with them, bit for bit.
 * A case is one byte for its kind, the inputs and then ANSWERS answers, each BITS wide, in little-endian order. */

#include "cases.h"
#include <stdio.h>

static uint32_t read_number(void) {
    uint32_t number = 0;
    int k;
    for (k = 0; k < BITS; k += 8) number |= (uint32_t)(uint8_t)getchar() << k;
    return number;
}

int main(void) {
    unsigned long asked[KINDS] = {0}, related[KINDS][3] = {{0}}, total = 0;
    int kind;
    uint8_t k;
    for (; (kind = getchar()) != EOF; ++asked[kind], ++total) {
        t_number numbers[MAX_NUMBERS];
        if (kind >= (int)KINDS) return printf("there is no case of kind %d\n", kind), 1;
        for (k = 0; k < kinds[kind].numbers; ++k) numbers[k] = (t_number)read_number();
        answer((uint8_t)kind, numbers);
        for (k = 0; k < ANSWERS; ++k) {
            uint32_t expected = read_number();
            if (out[k] == expected) continue;
            printf("a case of kind %d: answer %d is %lu, not %lu, of", kind, k, (unsigned long)out[k], (unsigned long)expected);
            for (k = 0; k < kinds[kind].numbers; ++k) printf(" %ld", (long)numbers[k]);
            printf("\n");
            return 1;
        }
        if (kind < RELATIONS) ++related[kind][out[0] & 3];
    }
    for (k = 0; k < KINDS; ++k) {
        if (!asked[k]) return printf("no case of kind %d\n", k), 1;
        if (k < RELATIONS && (!related[k][0] || !related[k][1] || !related[k][2])) {
            return printf("of kind %d not every relation is seen\n", k), 1;
        }
    }
    printf("%lu cases of %d kinds in %d bits: the same bits\n", total, (int)KINDS, BITS);
    return 0;
}
