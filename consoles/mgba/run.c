/* Runs a cartridge of a Game Boy or a Game Boy Advance without a screen.
 *
 *     run ROM FRAMES [hold FRAME KEYS | shoot FRAME FILE.ppm | read ADDRESS COUNT]...
 *
 * `hold` presses keys from a frame onwards, until another `hold`: letters of udlr (the pad), ab, s (start), or `-` for none.
 * Prints the log of the cartridge and, at the end, the requested 16-bit numbers. */

#include <mgba/core/core.h>
#include <mgba/core/config.h>
#include <mgba/core/log.h>
#include <mgba-util/vfs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(struct mLogger *logger, int category, enum mLogLevel level, const char *format, va_list arguments) {
    const char *name = mLogCategoryId(category);
    (void)logger;
    (void)level;
    /* Prints only what the cartridge logs through the emulator's debug port. */
    if (!name || strcmp(name, "gba.debug")) return;
    vprintf(format, arguments);
    printf("\n");
}

static uint32_t keys_of(const char *letters) {
    static const char order[] = "ab_srlud"; /* the bits of the pad, from the lowest */
    uint32_t keys = 0;
    const char *found;
    for (; *letters; ++letters) {
        if ((found = strchr(order, *letters))) keys |= 1u << (found - order);
    }
    return keys;
}

static void shoot(const char *path, const color_t *pixels, unsigned width, unsigned height, unsigned stride) {
    FILE *file = fopen(path, "wb");
    unsigned x, y;
    if (!file) exit((perror(path), 1));
    fprintf(file, "P6\n%u %u\n255\n", width, height);
    for (y = 0; y < height; ++y) {
        for (x = 0; x < width; ++x) {
            color_t pixel = pixels[y * stride + x];
            fputc(pixel & 255, file);
            fputc(pixel >> 8 & 255, file);
            fputc(pixel >> 16 & 255, file);
        }
    }
    fclose(file);
}

int main(int count, char **arguments) {
    static struct mLogger logger = {.log = print};
    static color_t pixels[256 * 256];
    struct mCore *core;
    unsigned width, height;
    int frame, frames, k;
    if (count < 3) return fprintf(stderr, "a cartridge and a number of frames\n"), 1;
    frames = atoi(arguments[2]);
    mLogSetDefaultLogger(&logger);
    core = mCoreFind(arguments[1]);
    if (!core || !core->init(core)) return fprintf(stderr, "%s is no cartridge\n", arguments[1]), 1;
    mCoreInitConfig(core, NULL);
    core->desiredVideoDimensions(core, &width, &height);
    core->setVideoBuffer(core, pixels, 256);
    mCoreConfigSetDefaultValue(&core->config, "idleOptimization", "ignore");
    mCoreLoadConfig(core);
    if (!mCoreLoadFile(core, arguments[1])) return fprintf(stderr, "%s is not read\n", arguments[1]), 1;
    core->reset(core);
    for (frame = 0; frame < frames; ++frame) {
        for (k = 3; k + 2 < count; ++k) {
            if (!strcmp(arguments[k], "hold") && atoi(arguments[k + 1]) == frame) core->setKeys(core, keys_of(arguments[k + 2]));
        }
        core->runFrame(core);
        for (k = 3; k + 2 < count; ++k) {
            if (!strcmp(arguments[k], "shoot") && atoi(arguments[k + 1]) == frame) {
                shoot(arguments[k + 2], pixels, width, height, 256);
            }
        }
    }
    for (k = 3; k + 2 < count; ++k) {
        uint32_t address, numbers, i;
        if (strcmp(arguments[k], "read")) continue;
        address = (uint32_t)strtoul(arguments[k + 1], NULL, 16);
        numbers = (uint32_t)strtoul(arguments[k + 2], NULL, 10);
        for (i = 0; i < numbers; ++i) printf("%04x%c", core->busRead16(core, address + 2 * i), i + 1 < numbers ? ' ' : '\n');
    }
    core->deinit(core);
    return 0;
}
