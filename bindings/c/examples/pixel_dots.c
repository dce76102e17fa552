/* Two dots, pixel by pixel: arrow keys move one, which stays on the screen and out of the other. The masks are made of rows as
 * `bumper trace --as mask -o dot.h` writes them.
 *
 *     cc pixel_dots.c $(pkg-config --cflags --libs sdl2 bumper) */

#include <SDL.h>
#include <bumper.h>

enum { WIDTH = 640, HEIGHT = 480, SIZE = 20, SPEED = 1 };

/* The width of each row of the dot, in pixels. */
static const int widths[SIZE] = {6, 10, 14, 16, 16, 18, 18, 20, 20, 20, 20, 20, 20, 18, 18, 16, 16, 14, 10, 6};

/* Whether the dot may be at this position: on the screen, and without a pixel in common with the other dot. */
static bool free_at(const bumper_mask *dot, int x, int y, int other_x, int other_y) {
    bool overlap = true;
    bumper_mask_overlaps(dot, dot, other_x - x, other_y - y, &overlap);
    return x >= 0 && y >= 0 && x + SIZE <= WIDTH && y + SIZE <= HEIGHT && !overlap;
}

static void draw(SDL_Renderer *renderer, int x, int y) {
    int row;
    for (row = 0; row < SIZE; ++row) {
        SDL_RenderDrawLine(renderer, x + (SIZE - widths[row]) / 2, y + row, x + (SIZE + widths[row]) / 2 - 1, y + row);
    }
}

int main(int argc, char *argv[]) {
    bumper_mask *dot;
    SDL_Window *window;
    SDL_Renderer *renderer;
    int x = 0, y = 0, column, row;
    bool running = true;
    (void)argc;
    (void)argv;
    if (bumper_mask_new(SIZE, SIZE, &dot) != BUMPER_OK) return 1;
    for (row = 0; row < SIZE; ++row) {
        for (column = (SIZE - widths[row]) / 2; column < (SIZE + widths[row]) / 2; ++column) {
            bumper_mask_set(dot, (uint16_t)column, (uint16_t)row, true);
        }
    }
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer)) {
        SDL_Log("%s", SDL_GetError());
        return 1;
    }
    SDL_SetWindowTitle(window, "two pixel dots");
    while (running) {
        const Uint8 *keys = SDL_GetKeyboardState(NULL);
        int by_x, by_y;
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            running &= event.type != SDL_QUIT && !(event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
        }
        by_x = SPEED * (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
        by_y = SPEED * (keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]);
        if (free_at(dot, x + by_x, y, 20, 20)) x += by_x;
        if (free_at(dot, x, y + by_y, 20, 20)) y += by_y;
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 144, 164, 174, 255);
        draw(renderer, 20, 20);
        SDL_SetRenderDrawColor(renderer, 255, 112, 67, 255);
        draw(renderer, x, y);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    bumper_mask_free(dot);
    SDL_Quit();
    return 0;
}
