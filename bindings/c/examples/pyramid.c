/* A pyramid of boxes, and a ball that the space bar throws at it.
 *
 *     cc pyramid.c $(pkg-config --cflags --libs sdl2 bumper) */

#include <SDL.h>
#include <bumper.h>

enum { WIDTH = 640, HEIGHT = 480, GROUND = 440, SIZE = 32, ROWS = 8, MOST = 64 };

static uint64_t add(bumper_simulation *simulation, uint32_t kind, bumper_shape shape, float density, bumper_point_f32 position) {
    bumper_body_def body = bumper_body_def_default();
    bumper_body_collider collider = bumper_body_collider_of(shape);
    uint64_t id = 0;
    body.kind = kind;
    body.position = position;
    body.data = shape.kind;
    collider.material.density = density;
    if (bumper_simulation_insert(simulation, &body, &collider, 1, &id)) SDL_Log("no room");
    return id;
}

static void throw_ball(bumper_simulation *simulation) {
    bumper_circle_f32 ball = {{0, 0}, 20};
    bumper_point_f32 position = {-20, 340}, velocity = {1200, -150};
    /* The ball is ten times as dense as the boxes, as iron is to wood. */
    bumper_simulation_set_velocity(simulation, add(simulation, BUMPER_DYNAMIC, bumper_shape_of_circle(ball), 10, position), velocity, 0);
}

/* A corner of a shape, transformed by the pose of its body. */
static SDL_Vertex corner(bumper_body_state at, float x, float y, SDL_Color color) {
    SDL_Vertex vertex = {{0, 0}, color, {0, 0}};
    vertex.position.x = at.position.x + x * at.cosine - y * at.sine;
    vertex.position.y = at.position.y + x * at.sine + y * at.cosine;
    return vertex;
}

static void draw(SDL_Renderer *renderer, bumper_body_state at) {
    SDL_Color blue = {84, 110, 122, 255}, pale = {144, 164, 174, 255}, orange = {255, 112, 67, 255};
    float half = SIZE / 2 - 0.5f;
    int k;
    SDL_Vertex box[4] = {{{0, 0}, {0, 0, 0, 0}, {0, 0}}}, slice[3];
    const int order[6] = {0, 1, 2, 0, 2, 3};
    if (at.data == BUMPER_BOX) {
        SDL_Color color = at.asleep ? pale : blue;
        for (k = 0; k < 4; ++k) box[k] = corner(at, k % 3 ? half : -half, k / 2 ? half : -half, color);
        SDL_RenderGeometry(renderer, NULL, box, 4, order, 6);
    }
    for (k = 0; at.data == BUMPER_CIRCLE && k < 24; ++k) {
        float angle = 0.2617994f; /* a 24th of a turn */
        slice[0] = corner(at, 0, 0, orange);
        slice[1] = corner(at, 20 * SDL_cosf(angle * (float)k), 20 * SDL_sinf(angle * (float)k), orange);
        slice[2] = corner(at, 20 * SDL_cosf(angle * (float)(k + 1)), 20 * SDL_sinf(angle * (float)(k + 1)), orange);
        SDL_RenderGeometry(renderer, NULL, slice, 3, NULL, 0);
    }
}

int main(int argc, char *argv[]) {
    bumper_simulation *simulation;
    bumper_point_f32 gravity = {0, 900}, origin = {0, 0};
    bumper_shape box = bumper_shape_of_box(bumper_box_from_top_left_f32(-SIZE / 2, -SIZE / 2, SIZE, SIZE));
    bumper_shape ground = bumper_shape_of_box(bumper_box_from_top_left_f32(-500, GROUND, 2000, 100));
    SDL_Rect ground_area = {0, GROUND, WIDTH, HEIGHT - GROUND};
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool running = true;
    int row, k;
    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer) ||
        bumper_simulation_new(gravity, &simulation)) {
        SDL_Log("%s", SDL_GetError());
        return 1;
    }
    SDL_SetWindowTitle(window, "a pyramid of bodies");
    add(simulation, BUMPER_STATIC, ground, 1, origin);
    for (row = 0; row < ROWS; ++row) {
        for (k = 0; k < ROWS - row; ++k) {
            bumper_point_f32 position;
            position.x = WIDTH / 2 + ((float)k - (float)(ROWS - row - 1) / 2) * (SIZE + 2);
            position.y = GROUND - SIZE / 2 - (float)row * SIZE;
            add(simulation, BUMPER_DYNAMIC, box, 1, position);
        }
    }
    while (running) {
        uint64_t ids[MOST];
        size_t count, i;
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            running &= event.type != SDL_QUIT && !(event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
            if (event.type == SDL_KEYDOWN && !event.key.repeat && event.key.keysym.sym == SDLK_SPACE) throw_ball(simulation);
        }
        bumper_simulation_step(simulation, 1.0f / 60);
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
        SDL_RenderFillRect(renderer, &ground_area);
        bumper_simulation_bodies(simulation, ids, MOST, &count);
        for (i = 0; i < count && i < MOST; ++i) {
            bumper_body_state at;
            if (bumper_simulation_get(simulation, ids[i], &at) != BUMPER_OK) continue;
            if (at.kind == BUMPER_DYNAMIC) draw(renderer, at);
            /* Remove boxes that have fallen off the end of the ground. */
            if (at.center.y > 4 * HEIGHT) bumper_simulation_remove(simulation, ids[i]);
        }
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    bumper_simulation_free(simulation);
    SDL_Quit();
    return 0;
}
