| The start of a Mega Drive cartridge: vectors, the header, and what must be done before C runs.
    .section .start, "ax"
    .global _start
    .long 0x01000000            | the stack: the end of the memory
    .long _start
    .rept 28
    .long trap                  | errors, and interrupts that are not used
    .endr
    .long blank                 | 30: the screen has been drawn
    .rept 33
    .long trap
    .endr
    .ascii "SEGA MEGA DRIVE "
    .ascii "(C)     2026.NOV"
    .ascii "BUMPER: FORTY SPRITES                           "
    .ascii "BUMPER: FORTY SPRITES                           "
    .ascii "GM 00000000-00"
    .word 0                     | a checksum, which the machine does not look at
    .ascii "J               "
    .long 0, 0x0003ffff
    .long 0x00ff0000, 0x00ffffff
    .space 12, 32
    .space 12, 32
    .space 40, 32
    .ascii "JUE             "
_start:
    move.w  #0x2700, %sr
    | Machines after the first show nothing unless they are told this.
    move.b  0xa10001, %d0
    andi.b  #15, %d0
    beq.s   1f
    move.l  #0x53454741, 0xa14000
1:  | The sound processor is stopped: its memory is not used.
    move.w  #0x100, 0xa11100
    move.w  #0x100, 0xa11200
    | Variables begin as zero.
    lea     _bss, %a0
2:  cmpa.l  #_end, %a0
    bcc.s   3f
    clr.l   (%a0)+
    bra.s   2b
3:  lea     0x01000000, %sp
    jsr     main
trap:
    bra.s   trap
blank:
    addq.w  #1, frames
    rte
