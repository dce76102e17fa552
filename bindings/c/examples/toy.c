/* A physics toy: the mouse picks up and throws crates, the right button removes them, and the space bar blows them up. The arrow keys move a
 * hero, who pushes crates and stands on them.
 *
 *     cc toy.c $(pkg-config --cflags --libs sdl2 bumper) -lm */

#include <SDL.h>
#include <bumper.h>

enum { WIDTH = 640, HEIGHT = 480, GROUND = 440, SIZE = 32, ROWS = 6, MOST = 64, RADIUS = 160, SPEED = 900, WALK = 180 };

static bumper_simulation *simulation;
static uint64_t floor_body, hand; /* `hand` is the joint that pulls the picked body to the mouse, or 0. */
static bumper_simulation_mover hero; /* The mover of the hero, and its body. */

/* Bodies of one kind, except that of the hero. */
static bumper_query_filter only(uint32_t kind) {
    bumper_query_filter filter = bumper_query_filter_default();
    filter.static_bodies = kind == BUMPER_STATIC;
    filter.dynamic_bodies = kind == BUMPER_DYNAMIC;
    filter.exclude_bodies = &hero.body;
    filter.exclude_body_count = 1;
    return filter;
}

/* The moving body under the mouse, or 0. */
static uint64_t under(bumper_point_f32 mouse) {
    bumper_query_filter filter = only(BUMPER_DYNAMIC);
    bumper_shape cursor = bumper_shape_of_point(mouse);
    bumper_simulation_overlap found;
    size_t count = 0;
    bumper_simulation_intersecting(simulation, &cursor, &filter, &found, 1, &count);
    return count > 0 ? found.body : 0;
}

static void release(void) {
    if (hand) bumper_simulation_remove_joint(simulation, hand);
    hand = 0;
}

static void press(bumper_point_f32 mouse) {
    bumper_joint_def joint = bumper_joint_def_default(BUMPER_MOUSE, floor_body, under(mouse));
    bumper_body_state state;
    release();
    if (joint.b && !bumper_simulation_get(simulation, joint.b, &state)) {
        joint.anchor = mouse;
        joint.max_force = 20000 * state.mass;
        bumper_simulation_insert_joint(simulation, &joint, &hand);
    }
}

/* Pushes away the bodies within a radius, if no wall is between: the nearer, the harder. */
static void explode(bumper_point_f32 at) {
    bumper_query_filter moving = only(BUMPER_DYNAMIC), walls = only(BUMPER_STATIC);
    bumper_circle_f32 circle = {{0, 0}, RADIUS};
    bumper_shape blast, center = bumper_shape_of_point(at);
    bumper_simulation_overlap found[MOST];
    size_t count = 0, k;
    circle.center = at;
    blast = bumper_shape_of_circle(circle);
    bumper_simulation_intersecting(simulation, &blast, &moving, found, MOST, &count);
    for (k = 0; k < count && k < MOST; ++k) {
        bumper_body_state state;
        bumper_simulation_sweep_hit hit;
        bumper_point_f32 away;
        float distance, push;
        bool hidden = true;
        if (bumper_simulation_get(simulation, found[k].body, &state)) continue;
        away.x = state.center.x - at.x;
        away.y = state.center.y - at.y;
        distance = SDL_sqrtf(away.x * away.x + away.y * away.y);
        bumper_simulation_sweep(simulation, &center, away, &walls, &hidden, &hit);
        if (hidden || distance <= 0 || distance >= RADIUS) continue;
        push = state.mass * SPEED * (1 - distance / RADIUS) / distance;
        away.x *= push;
        away.y *= push;
        bumper_simulation_apply_impulse(simulation, found[k].body, away, state.center);
    }
}

/* The volume of the loudest body that has hit something in the last step, from 0 to 1. */
static float loudest(void) {
    const bumper_contact_event *events;
    size_t count = 0, k;
    float volume = 0;
    bumper_simulation_events(simulation, &events, &count);
    for (k = 0; k < count; ++k) {
        float impulse = events[k].points[0].normal_impulse + (events[k].count > 1 ? events[k].points[1].normal_impulse : 0);
        bool is_hit = events[k].change == BUMPER_BEGAN && events[k].count > 0 && events[k].approach_speed > 40;
        if (is_hit) volume = SDL_max(volume, SDL_min(1, impulse / (SIZE * SIZE * 400)));
    }
    return volume;
}

/* Queues a tenth of a second of a fading sound. */
static void knock(SDL_AudioDeviceID device, float volume) {
    Sint16 wave[2205];
    int k;
    for (k = 0; k < 2205; ++k) wave[k] = (Sint16)(12000 * volume * (1 - (float)k / 2205) * SDL_sinf((float)k / 6));
    if (device && volume > 0 && SDL_GetQueuedAudioSize(device) < sizeof wave) SDL_QueueAudio(device, wave, sizeof wave);
}

/* Creates the hero, and its body in the simulation. It climbs on what is up to 8 pixels high. */
static void create_hero(bumper_point_f32 gravity) {
    bumper_shape shape = bumper_shape_of_box(bumper_box_from_top_left_f32(WIDTH - 60, GROUND - 40, 20, 40));
    bumper_motion motion;
    if (bumper_mover_new(&shape, &hero.mover)) return;
    bumper_mover_motion(hero.mover, &motion);
    motion.gravity = gravity;
    motion.walks = 1;
    motion.stair_height = motion.snap_distance = 8;
    bumper_mover_set_motion(hero.mover, &motion);
    bumper_simulation_insert_mover(simulation, hero.mover, SIZE * SIZE, &hero.body);
}

/* The hero walks while an arrow key is held. */
static void walk(void) {
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    bumper_motion motion;
    bumper_mover_motion(hero.mover, &motion);
    motion.velocity.x = (float)(WALK * (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]));
    bumper_mover_set_motion(hero.mover, &motion);
}

static void draw_hero(SDL_Renderer *renderer) {
    bumper_point_f32 moved = {0, 0};
    SDL_FRect rect = {WIDTH - 60, GROUND - 40, 20, 40};
    bumper_mover_position(hero.mover, &moved);
    rect.x += moved.x;
    rect.y += moved.y;
    SDL_SetRenderDrawColor(renderer, 255, 112, 67, 255);
    SDL_RenderFillRectF(renderer, &rect);
}

static void draw(SDL_Renderer *renderer, const bumper_body_state *of) {
    SDL_Vertex box[4] = {{{0, 0}, {84, 110, 122, 255}, {0, 0}}};
    const int order[6] = {0, 1, 2, 0, 2, 3};
    float half = SIZE / 2 - 0.5f;
    int k;
    for (k = 0; k < 4; ++k) {
        float x = k % 3 ? half : -half, y = k / 2 ? half : -half;
        box[k] = box[0];
        box[k].position.x = of->center.x + x * of->cosine - y * of->sine;
        box[k].position.y = of->center.y + x * of->sine + y * of->cosine;
    }
    SDL_RenderGeometry(renderer, NULL, box, 4, order, 6);
}

static void build(void) {
    static const int walls[3][4] = {{-20, -900, 20, 1400}, {WIDTH, -900, 20, 1400}, {-20, GROUND, WIDTH + 40, 60}};
    bumper_body_def body = bumper_body_def_default();
    int row, k;
    for (k = 0; k < 3; ++k) {
        bumper_box_f32 wall = bumper_box_from_top_left_f32((float)walls[k][0], (float)walls[k][1], (float)walls[k][2], (float)walls[k][3]);
        bumper_body_collider collider = bumper_body_collider_of(bumper_shape_of_box(wall));
        uint64_t id;
        if (!bumper_simulation_insert_static(simulation, &collider, &id)) bumper_simulation_body_of(simulation, id, &floor_body);
    }
    for (row = 0; row < ROWS; ++row) {
        for (k = 0; k < ROWS - row; ++k) {
            bumper_box_f32 box = bumper_box_from_top_left_f32(-SIZE / 2, -SIZE / 2, SIZE, SIZE);
            bumper_body_collider collider = bumper_body_collider_of(bumper_shape_of_box(box));
            uint64_t id;
            collider.material.restitution = 0.2f;
            body.position.x = WIDTH / 2 + ((float)k - (float)(ROWS - row - 1) / 2) * (SIZE + 2);
            body.position.y = GROUND - SIZE / 2 - (float)row * SIZE;
            bumper_simulation_insert(simulation, &body, &collider, 1, &id);
        }
    }
}

int main(int argc, char *argv[]) {
    bumper_point_f32 gravity = {0, 900}, mouse = {0, 0};
    SDL_Rect ground = {0, GROUND, WIDTH, HEIGHT - GROUND};
    SDL_AudioSpec sound = {0};
    SDL_AudioDeviceID device;
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool running = true;
    (void)argc;
    (void)argv;
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer) ||
        bumper_simulation_new(gravity, &simulation)) {
        SDL_Log("%s", SDL_GetError());
        return 1;
    }
    SDL_SetWindowTitle(window, "a physics toy");
    sound.freq = 22050;
    sound.format = AUDIO_S16SYS;
    sound.channels = 1;
    /* Without a sound card the toy is silent. */
    device = SDL_InitSubSystem(SDL_INIT_AUDIO) ? 0 : SDL_OpenAudioDevice(NULL, 0, &sound, NULL, 0);
    if (device) SDL_PauseAudioDevice(device, 0);
    build();
    create_hero(gravity);
    while (running) {
        uint64_t ids[MOST];
        size_t count = 0, k;
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            running &= event.type != SDL_QUIT && !(event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
            if (event.type == SDL_MOUSEMOTION) mouse.x = (float)event.motion.x, mouse.y = (float)event.motion.y;
            if (event.type == SDL_MOUSEBUTTONUP) release();
            if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_LEFT) press(mouse);
            if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_RIGHT) bumper_simulation_remove(simulation, under(mouse));
            if (event.type == SDL_KEYDOWN && !event.key.repeat && event.key.keysym.sym == SDLK_SPACE) explode(mouse);
            if (event.type == SDL_KEYDOWN && !event.key.repeat && event.key.keysym.sym == SDLK_UP) bumper_mover_jump(hero.mover, 60);
        }
        if (hand && bumper_simulation_set_target(simulation, hand, mouse)) hand = 0;
        walk();
        bumper_simulation_step_with_movers(simulation, 1.0f / 60, &hero, 1);
        knock(device, loudest());
        SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
        SDL_RenderFillRect(renderer, &ground);
        bumper_simulation_bodies(simulation, ids, MOST, &count);
        for (k = 0; k < count && k < MOST; ++k) {
            bumper_body_state at;
            if (ids[k] != hero.body && !bumper_simulation_get(simulation, ids[k], &at) && at.kind == BUMPER_DYNAMIC) draw(renderer, &at);
        }
        draw_hero(renderer);
        SDL_RenderPresent(renderer);
        SDL_Delay(16);
    }
    bumper_mover_free(hero.mover);
    bumper_simulation_free(simulation);
    SDL_Quit();
    return 0;
}
