@ The start of a Game Boy Advance cartridge: jumps over the header, sets the stack, and calls main.
    .section .start, "ax"
    .arm
    .global _start
_start:
    b after
    .space 188          @ the header: emulators ask for nothing in it
after:
    ldr sp, =0x03007f00
    ldr r0, =main
    mov lr, pc
    bx r0
stop:
    b stop
    .pool
