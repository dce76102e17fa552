@ The start of the cartridge: over the header, the stack, the variables and the code for the fast memory, and then main.
    .section .start, "ax", %progbits
    .arm
    .global _start
_start:
    b 1f
    .space 188
1:  ldr sp, =0x03007f00
    ldr r0, =_fast_from
    ldr r1, =_fast
    ldr r2, =_fast_end
2:  cmp r1, r2
    ldrlo r3, [r0], #4
    strlo r3, [r1], #4
    blo 2b
    ldr r1, =_bss
    ldr r2, =_bss_end
    mov r3, #0
3:  cmp r1, r2
    strlo r3, [r1], #4
    blo 3b
    ldr r0, =main
    bx r0
    .pool
