/* A dot and a wall: arrow keys move the dot, which stays on the screen and out of the wall.
 *
 *     cc dot_and_wall.c $(pkg-config --cflags --libs sdl2 bumper) */

#include <SDL.h>
#include <bumper.h>

enum { WIDTH = 640, HEIGHT = 480, SIZE = 20, SPEED = 10 };

/* Whether the dot may be at this position: on the screen, and not in the wall. Touching the wall is allowed. */
static bool free_at(int x, int y, bumper_box_i32 wall) {
    bumper_box_i32 dot = bumper_box_from_top_left_i32(x, y, SIZE, SIZE);
    return x >= 0 && y >= 0 && x + SIZE <= WIDTH && y + SIZE <= HEIGHT && !bumper_box_overlaps_i32(dot, wall);
}

int main(int argc, char *argv[]) {
    bumper_box_i32 wall = bumper_box_from_top_left_i32(300, 40, 40, 400);
    SDL_Rect wall_area = {300, 40, 40, 400}, dot = {0, 0, SIZE, SIZE};
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool running = true;
    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer)) {
        SDL_Log("%s", SDL_GetError());
        return 1;
    }
    SDL_SetWindowTitle(window, "the dot and the wall");
    while (running) {
        const Uint8 *keys = SDL_GetKeyboardState(NULL);
        int x, y;
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            running &= event.type != SDL_QUIT && !(event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
        }
        x = SPEED * (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
        y = SPEED * (keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]);
        if (free_at(dot.x + x, dot.y, wall)) dot.x += x;
        if (free_at(dot.x, dot.y + y, wall)) dot.y += y;
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
        SDL_RenderDrawRect(renderer, &wall_area);
        SDL_SetRenderDrawColor(renderer, 255, 112, 67, 255);
        SDL_RenderFillRect(renderer, &dot);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    SDL_Quit();
    return 0;
}
