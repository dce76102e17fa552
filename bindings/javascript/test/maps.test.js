import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import * as bumper from 'bumper-collision';
import { tmxToJson } from './tmx.js';

const { bounds, contact, decompressTiled, fromLdtk, fromTiled, intersects, Mover, overlaps, raycast, World } = bumper;

before(() => bumper.init());

const maps = new URL('../../../examples/maps/', import.meta.url);
const example = (name) => fromTiled(tmxToJson(readFileSync(new URL(name, maps), 'utf8')));

// Random numbers that are the same in each run.
function random(seed) {
    let state = seed;
    return () => {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
    };
}

const close = (actual, expected, message) => assert.ok(Math.abs(actual - expected) < 1e-4, `${message}: ${actual} is not ${expected}`);

// A map with one layer of square tiles.
function mapOf(layer, tilesets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16 }], more = {}) {
    return { orientation: 'orthogonal', width: layer.width, height: layer.height, tilewidth: 16, tileheight: 16, tilesets, layers: [layer], ...more };
}

const objectsOf = (...objects) => fromTiled({ ...mapOf({ name: 'things', objects }), width: 9, height: 9 }).objects;

test('the objects of a map overlap as the command says', () => {
    const { objects } = example('garden.tmx');
    assert.deepEqual(objects.map(({ name }) => name), ['pond', 'wall', 'plank', 'path', 'frog', 'cloud', 'frog', '']);
    const found = [];
    objects.forEach((a, k) => {
        for (const b of objects.slice(k + 1).filter((b) => overlaps(a.shape, b.shape))) {
            found.push([a.id, b.id, contact(a.shape, b.shape).depth]);
        }
    });
    // The depths are those of `bumper check examples/maps/garden.tmx`, which computes with single precision.
    assert.deepEqual(found.map(([a, b]) => [a, b]), [[1, 5], [3, 7]]);
    close(found[0][2], 19.65802764892578, 'pond and frog');
    close(found[1][2], 14.444865226745605, 'plank and frog');
});

test('a platformer has a ground of few parts, and planks for one side', () => {
    const map = example('platformer.tmx');
    assert.deepEqual([map.width, map.height], [640, 320]);
    assert.deepEqual(map.solids.map(({ layer, oneWay }) => [layer, oneWay]), [['ground', null], ['planks', 'up']]);
    assert.deepEqual(map.objects.map(({ name, layer }) => [name, layer]), [['ferry', 'lifts'], ['lift', 'lifts'], ['player', 'actors'], ['ball', 'actors']]);
    const world = new World();
    for (const solid of map.solids) {
        world.insert(solid.shape, { oneWay: solid.oneWay, data: solid });
    }
    const player = new Mover(map.objects[2].shape, { gravity: { x: 0, y: 900 }, walk: { stairHeight: 4, snapDistance: 4 } });
    for (let frame = 0; frame < 120; frame++) {
        player.velocity.x = 110;
        player.step(1 / 60, world);
    }
    assert.ok(player.grounded && player.position.x > 100, `${player.position.x}`);
});

test('tiles with a side of their own are solids of their own', () => {
    const plank = { id: 1, properties: [{ name: 'one_way', value: 'up' }] };
    const shelf = { id: 2, properties: [{ name: 'one_way', value: 'up' }], objectgroup: { objects: [{ x: 0, y: 0, width: 16, height: 4 }] } };
    const sets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16, tiles: [plank, shelf] }];
    const layer = { name: 'solid', type: 'tilelayer', width: 4, height: 1, data: [1, 2, 3, 1] };
    const [ground, planks] = fromTiled(mapOf(layer, sets)).solids;
    assert.deepEqual([ground.oneWay, planks.oneWay], [null, 'up']);
    assert.deepEqual(ground.shape.toPlain().parts.map(({ x }) => x), [0, 48]);
    assert.deepEqual(planks.shape.toPlain().parts.map(({ x, height }) => [x, height]), [[16, 16], [32, 4]]);
    assert.deepEqual([planks.tileAt(1, 40, 2).id, ground.tileAt(1, 50, 2).column], [2, 3]);
    const hero = new Mover({ x: 20, y: 30, width: 4, height: 4 });
    hero.travel({ x: 0, y: -50 }, fromTiled(mapOf(layer, sets)).solids);
    assert.equal(hero.position.y, -50);
    hero.travel({ x: 0, y: 50 }, [{ shape: planks.shape, oneWay: planks.oneWay }]);
    assert.equal(hero.position.y, -34);

    const down = { name: 'solid', width: 4, height: 1, data: [0, 2, 0, 1], properties: [{ name: 'one_way', value: 'down' }] };
    assert.deepEqual(fromTiled(mapOf(down, sets)).solids.map(({ oneWay, shape }) => [oneWay, bounds(shape).x]), [['down', 48], ['up', 16]]);

    const tileset = { uid: 7, identifier: 'Tiles', tileGridSize: 16, customData: [{ tileId: 1, data: '{"one_way": "up"}' }] };
    const tiles = [{ px: [0, 0], t: 0 }, { px: [16, 0], t: 1 }, { px: [0, 0], t: 1 }];
    const walls = { __type: 'Tiles', __identifier: 'Walls', __gridSize: 16, __tilesetDefUid: 7, gridTiles: tiles };
    const level = { identifier: 'Cave', worldX: 0, worldY: 0, pxWid: 32, pxHei: 16, layerInstances: [walls] };
    const [only] = fromLdtk({ defs: { tilesets: [tileset] }, levels: [level] }).solids;
    assert.deepEqual([only.oneWay, Math.round(bounds(only).width)], ['up', 32]);
});

test('the map of the example is the one of the command in JSON', () => {
    const map = fromTiled(JSON.parse(readFileSync(new URL('../examples/platformer.tmj', import.meta.url), 'utf8')));
    const shapes = ({ solids, objects }) => [...solids.map(({ shape }) => shape.toPlain()), ...objects.map(({ shape }) => shape)];
    assert.deepEqual(shapes(map), shapes(example('platformer.tmx')));
});

test('flipped tiles turn their collision shapes', () => {
    // A slope that is solid below the diagonal from the lower left corner to the upper right one, without its upper half.
    const slope = { id: 0, objectgroup: { objects: [{ id: 1, x: 0, y: 16, polygon: [{ x: 0, y: 0 }, { x: 16, y: -8 }, { x: 16, y: 0 }] }] } };
    const tilesets = [{ firstgid: 1, name: 'tiles', tilewidth: 16, tileheight: 16, tiles: [slope] }];
    const isSolid = (x, y) => y > 16 - x / 2;
    const next = random(1);
    for (let flags = 0; flags < 8; flags++) {
        // As Tiled draws: x and y are exchanged first, and then the tile is mirrored left to right and top to bottom.
        const gid = 1 + flags * 2 ** 29;
        const { solids } = fromTiled(mapOf({ name: 'a', width: 2, height: 1, data: [0, gid] }, tilesets));
        let hits = 0;
        for (let k = 0; k < 300; k++) {
            const x = next() * 16;
            const y = next() * 16;
            const mirroredX = flags & 4 ? 16 - x : x;
            const mirroredY = flags & 2 ? 16 - y : y;
            const expected = flags & 1 ? isSolid(mirroredY, mirroredX) : isSolid(mirroredX, mirroredY);
            assert.equal(intersects(solids[0].shape, { x: 16 + x, y }), expected, `flags ${flags} at ${x}, ${y}`);
            hits += expected;
        }
        assert.ok(hits > 40 && hits < 150);
    }
});

test('the words for solid mark tiles and layers', () => {
    const solidsOf = (layer, tile, more) => {
        const tilesets = [{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tiles: tile && [{ id: 0, ...tile }] }];
        return fromTiled(mapOf({ name: 'a', width: 1, height: 1, data: [1], ...layer }, tilesets, more)).solids.length;
    };
    const flag = (name, value) => ({ properties: [{ name, value }] });
    assert.equal(solidsOf({}), 0);
    for (const layer of [{ name: 'Solid' }, { class: 'collision' }, flag('collides', true), flag('solid', 'yes'), flag('solid', 1)]) {
        assert.equal(solidsOf(layer), 1, JSON.stringify(layer));
    }
    assert.equal(solidsOf({}, { class: 'SOLIDS' }), 1);
    assert.equal(solidsOf({}, { type: 'collide' }), 1);
    assert.equal(solidsOf({}, flag('solid', true)), 1);
    assert.equal(solidsOf({}, undefined, flag('solid', true)), 1);
    for (const layer of [{ name: 'Walls 2' }, { name: 'blockedLayer' }, { name: 'platforms' }, flag('walkable', false), flag('blocked', ''),
        flag('physics', { collidable: true })]) {
        assert.equal(solidsOf(layer), 1, JSON.stringify(layer));
    }
    for (const layer of [{ name: 'ground' }, { name: 'wall shadows' }, { class: 'platforms' }, { name: 'walls', ...flag('walkable', true) }]) {
        assert.equal(solidsOf(layer), 0, JSON.stringify(layer));
    }
    assert.equal(solidsOf({ name: 'solid' }, flag('solid', false)), 0);
    assert.equal(solidsOf({ name: 'solid', ...flag('solid', 'no') }), 0);
    assert.equal(solidsOf({ name: 'solid', visible: false }), 1);
    assert.equal(solidsOf({ visible: false }, { class: 'solid' }), 0);
    const group = { name: 'g', class: 'solid', offsetx: 100, layers: [{ name: 'a', offsety: 50, width: 1, height: 1, data: [1] }] };
    const map = mapOf({ width: 1, height: 1 }, undefined, { layers: [group] });
    close(bounds(fromTiled(map).solids[0]).x, 100, 'x');
    close(bounds(fromTiled(map).solids[0]).y, 50, 'y');
    assert.equal(fromTiled(map, { ignore: ['g'] }).solids.length, 0);
    const plain = mapOf({ name: 'a', width: 1, height: 1, data: [1] });
    assert.equal(fromTiled(plain, { solid: ['a'] }).solids.length, 1);
});

test('objects of all kinds', () => {
    const [point, box, tilted, capsule, line, ellipse] = objectsOf(
        { x: 1, y: 2, point: true },
        { x: 1, y: 2, width: 3, height: 4, rotation: 90, class: 'door' },
        { x: 8, y: 8, width: 10, height: 2, rotation: 45 },
        { x: 0, y: 0, width: 10, height: 4, capsule: true },
        { x: 5, y: 5, polyline: [{ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 5, y: 5 }], properties: [{ name: 'one_way', value: 'UP' }] },
        { x: 0, y: 0, width: 20, height: 10, rotation: 90, ellipse: true },
    );
    assert.deepEqual(point.shape, { x: 1, y: 2 });
    assert.deepEqual([box.shape, box.type], [{ x: -3, y: 2, width: 4, height: 3 }, 'door']);
    assert.ok(intersects(tilted.shape, { x: 8 + 6, y: 8 + 7 }) && !intersects(tilted.shape, { x: 15, y: 10 }));
    assert.deepEqual(capsule.shape, { x1: 2, y1: 2, x2: 8, y2: 2, radius: 2 });
    assert.deepEqual([line.shape.parts.length, line.oneWay], [2, 'up']);
    close(bounds(ellipse.shape).x, -10, 'left end of the ellipse');
    close(bounds(ellipse.shape).height, 20, 'height of the ellipse');
});

test('objects that show tiles stand on their position', () => {
    const tiles = [{ id: 3, class: 'chest', properties: [{ name: 'gold', value: 5 }, { name: 'open', value: true }] }];
    const set = { firstgid: 1, name: 't', tilewidth: 16, tileheight: 24, tiles };
    const object = { id: 7, gid: 4 + 2 ** 31, x: 50, y: 90, properties: [{ name: 'open', value: false }] };
    const read = (set, more) => fromTiled(mapOf({ name: 'a', objects: [{ ...object, ...more }] }, [set])).objects[0];
    const { shape, type, properties } = read(set);
    assert.deepEqual(shape, { x: 50, y: 66, width: 16, height: 24 });
    assert.deepEqual([type, properties], ['chest', { gold: 5, open: false }]);
    assert.deepEqual(read({ ...set, objectalignment: 'center' }, { width: 32, height: 48 }).shape, { x: 34, y: 66, width: 32, height: 48 });
    assert.deepEqual(read({ ...set, tileoffset: { x: 2, y: 4 } }, { width: 32, height: 48 }).shape, { x: 54, y: 50, width: 32, height: 48 });
});

test('the encodings of layers, and chunks', () => {
    const data = [0, 1, 2 ** 31 + 1, 1];
    const bytes = new Uint8Array(Uint32Array.from(data).buffer);
    const layer = { name: 'solid', width: 2, height: 2 };
    const columns = (layer) => bounds(fromTiled(mapOf(layer)).solids[0]);
    const expected = columns({ ...layer, data });
    assert.deepEqual(columns({ ...layer, encoding: 'base64', data: btoa(String.fromCharCode(...bytes)) }), expected);
    assert.deepEqual(columns({ ...layer, encoding: 'csv', data: data.join(',\n') }), expected);
    const chunks = [{ x: -16, y: 16, width: 2, height: 1, data: [1, 1] }, { x: -14, y: 16, width: 1, height: 1, data: [1] }];
    const map = fromTiled(mapOf({ name: 'solid', chunks }));
    assert.deepEqual({ ...map, solids: map.solids.length }, { x: -256, y: 256, width: 48, height: 16, solids: 1, objects: [] });
    assert.equal(map.solids[0].shape.toPlain().parts?.length ?? 1, 1, 'cells of different chunks are merged');
    assert.throws(() => columns({ ...layer, encoding: 'base64', compression: 'zlib', data: 'eJw=' }), /layer "solid": the data is compressed by zlib: pass/);
    assert.throws(() => columns({ ...layer, data: [1, 2] }), /layer "solid": the layer has 4 tiles, but its data has 2/);
});

test('compressed layers', async () => {
    // The tiles 0, 1, 2 ** 31 + 1, 1, and the tiles 0, 1.
    const packed = {
        zlib: ['eJxjYGBgYITgBhANAAKoAIQ=', 'eJxjYGBgYARiAAAMAAI='],
        gzip: ['H4sIAAAAAAACA2NgYGBghOAGEA0AU9DushAAAAA=', 'H4sIAAAAAAACA2NgYGBgBGIADLie3QgAAAA='],
    };
    const group = (layer) => mapOf({ name: 'group', layers: [{ name: 'solid', encoding: 'base64', ...layer }] });
    for (const [compression, [square, row]] of Object.entries(packed)) {
        const flat = group({ width: 2, height: 2, compression, data: square });
        const before = structuredClone(flat);
        const expected = fromTiled(group({ encoding: undefined, width: 2, height: 2, data: [0, 1, 2 ** 31 + 1, 1] }));
        assert.deepEqual(bounds(fromTiled(await decompressTiled(flat)).solids[0]), bounds(expected.solids[0]));
        assert.deepEqual(flat, before, 'the map itself does not change');
        const chunks = [{ x: 16, y: 0, width: 2, height: 1, data: row }];
        assert.equal(fromTiled(await decompressTiled(group({ compression, chunks }))).solids[0].tileAt(0, 280, 8).column, 17);
    }
    const plain = mapOf({ name: 'solid', width: 1, height: 1, data: [1] });
    assert.deepEqual(await decompressTiled(plain), plain);
    await assert.rejects(decompressTiled(group({ compression: 'zstd', data: 'KLUv' })), /layer "solid": the data is compressed by zstd; only gzip and zlib/);
    await assert.rejects(decompressTiled(group({ compression: 'zlib', data: 'AAAA' })), /layer "solid": the data is not compressed by zlib/);
    await assert.rejects(decompressTiled(group({ compression: 'zlib', data: '?' })), /layer "solid": the data is not base64/);
    await assert.rejects(decompressTiled('map'), TypeError);
});

test('tilesets in files of their own', () => {
    const map = mapOf({ name: 'a', width: 1, height: 1, data: [1] }, [{ firstgid: 1, source: '../sets/ground.tsj' }]);
    const tileset = { name: 'ground', tilewidth: 16, tileheight: 16, tiles: [{ id: 0, class: 'solid' }] };
    for (const name of ['../sets/ground.tsj', 'ground.tsj']) {
        assert.equal(fromTiled(map, { tilesets: { [name]: tileset } }).solids.length, 1);
    }
    assert.throws(() => fromTiled(map), /The tileset "..\/sets\/ground.tsj" is in a file of its own: pass its JSON/);
    assert.throws(() => fromTiled(map, { tilesets: { 'ground.tsj': '<tileset/>' } }), /The tileset "..\/sets\/ground.tsj" must be the parsed JSON, but is a string/);
});

test('errors name the layer, the object and the reason', () => {
    const refuses = (object, message) => assert.throws(() => objectsOf({ id: 3, name: 'rock', x: 0, y: 0, ...object }), { name: 'RangeError', message });
    refuses({ width: -1 }, 'layer "things": object 3 "rock" has a negative size.');
    refuses({ polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }] }, 'layer "things": object 3 "rock" needs three different corners, but has 2.');
    refuses({ template: 'a.tj' }, /object 3 "rock" has the template "a.tj": export the map with "Detach templates"/);
    refuses({ gid: 0x0fffffff, polygon: [{ x: 0, y: 0 }, { x: 9, y: 9 }, { x: 9, y: 0 }, { x: 0, y: 9 }] }, /has edges that cross or touch/);
    assert.throws(() => fromTiled('a text'), { name: 'TypeError', message: 'map must be the parsed JSON, but is a string.' });
    assert.throws(() => fromTiled({}), /map is not a map of Tiled/);
    assert.throws(() => fromTiled(mapOf({}, [], { orientation: 'isometric' })), /The map is isometric: only orthogonal maps can be read/);
    assert.throws(() => fromTiled(mapOf({ name: 'a' }), { solid: ['b'] }), /There is no layer "b"; the layers are "a"/);
    const flat = { id: 2, objectgroup: { objects: [{ id: 1, polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }] }] } };
    const set = { firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tiles: [flat] };
    assert.throws(() => fromTiled(mapOf({ name: 'a' }, [set])), /tileset "t", tile 2: object 1 has all its corners on a line/);
});

// A random grid of tiles as a map, and as single boxes.
function randomGrid(next, columns, rows) {
    const data = Array.from({ length: columns * rows }, () => (next() < 0.55 ? 1 : 0));
    const [solid] = fromTiled(mapOf({ name: 'solid', width: columns, height: rows, data })).solids;
    const single = data.flatMap((gid, k) => (gid ? [{ x: (k % columns) * 16, y: Math.floor(k / columns) * 16, width: 16, height: 16 }] : []));
    return { data, solid, single };
}

test('rays hit a merged solid where they hit single tiles, and find the tile', () => {
    const next = random(2);
    let hits = 0;
    for (let grid = 0; grid < 60; grid++) {
        const { data, solid, single } = randomGrid(next, 12, 8);
        assert.ok(solid.shape.toPlain().parts.length < single.length);
        for (let k = 0; k < 30; k++) {
            const origin = { x: next() * 300 - 50, y: next() * 200 - 40 };
            const to = { x: next() * 192, y: next() * 128 };
            const hit = raycast(origin, { to }, solid.shape);
            const each = single.map((box) => raycast(origin, { to }, box)?.distance ?? Infinity);
            const nearest = Math.min(...each);
            assert.equal(hit === null, nearest === Infinity);
            if (hit) {
                hits++;
                close(hit.distance, nearest, 'distance');
                const tile = solid.tileAt(hit.part, hit.x, hit.y);
                assert.equal(data[tile.row * 12 + tile.column], 1);
                const box = { x: tile.column * 16 - 1e-9, y: tile.row * 16 - 1e-9, width: 16 + 2e-9, height: 16 + 2e-9 };
                assert.ok(intersects(box, hit), `${JSON.stringify(tile)} at ${hit.x}, ${hit.y}`);
            }
        }
    }
    assert.ok(hits > 500 && hits < 1800, `${hits} hits`);
});

test('movers move among a merged solid as among single tiles', () => {
    const next = random(3);
    let grounded = 0;
    for (let grid = 0; grid < 60; grid++) {
        const { solid, single } = randomGrid(next, 12, 8);
        const start = { x: next() * 180, y: -30, width: 10, height: 14 };
        const movers = [0, 1].map(() => new Mover(start, { gravity: { x: 0, y: 900 } }));
        const obstacles = [[solid.shape], single];
        for (let frame = 0; frame < 120; frame++) {
            const speed = Math.sin(frame / 20 + grid) * 200;
            const jumps = frame % 40 === 20;
            movers.forEach((mover, k) => {
                mover.velocity.x = speed;
                if (jumps) {
                    mover.jump(40);
                }
                mover.step(1 / 60, obstacles[k]);
            });
            close(movers[0].position.x, movers[1].position.x, `x in frame ${frame} of grid ${grid}`);
            close(movers[0].position.y, movers[1].position.y, `y in frame ${frame} of grid ${grid}`);
            assert.equal(movers[0].grounded, movers[1].grounded);
            grounded += movers[0].grounded;
        }
    }
    assert.ok(grounded > 1000, `${grounded}`);
});

test('a mover does not catch on seams, and its hit leads to the tile', () => {
    const rows = ['......', '.....#', '######'];
    const data = rows.flatMap((row) => [...row].map((character) => (character === '#' ? 1 : 0)));
    const [solid] = fromTiled(mapOf({ name: 'solid', width: 6, height: 3, data })).solids;
    const box = new Mover({ x: 0, y: 22, width: 10, height: 10 }, { gravity: { x: 0, y: 900 }, velocity: { x: 120, y: 0 } });
    const hits = [];
    for (let frame = 0; frame < 60; frame++) {
        box.velocity.x = 120;
        hits.push(...box.step(1 / 60, [solid.shape]).filter((hit) => hit.normalX < 0));
    }
    assert.equal(box.position.x, 70);
    const { column, row } = solid.tileAt(hits[0].partB, box.center.x, box.center.y);
    assert.deepEqual([column, row], [5, 1]);
});

test('the layers of LDtk', () => {
    const intGrid = { __type: 'IntGrid', __identifier: 'Ground', __cWid: 3, __cHei: 2, __gridSize: 8, intGridCsv: [1, 1, 2, 1, 1, 0] };
    const entity = { iid: 'x-1', __identifier: 'Coin', __pivot: [0.5, 1], px: [10, 20], width: 4, height: 6, fieldInstances: [{ __identifier: 'one_way', __value: 'Up' }] };
    const entities = { __type: 'Entities', __identifier: 'Things', __gridSize: 8, entityInstances: [entity], __pxTotalOffsetX: 1 };
    const tiles = [{ px: [0, 0], t: 0 }, { px: [16, 0], t: 1 }, { px: [33, 0], t: 1 }, { px: [48, 0], t: 2 }];
    const tileLayer = { __type: 'Tiles', __identifier: 'Tiles', __gridSize: 8, __cWid: 9, __cHei: 2, __tilesetDefUid: 4, gridTiles: tiles };
    const tilesets = [{ uid: 4, identifier: 'Set', tileGridSize: 16, enumTags: [{ enumValueId: 'Solid', tileIds: [1] }], customData: [{ tileId: 2, data: '{"solid": true, "kind": "ice"}' }] }];
    const layers = [{ identifier: 'Ground', intGridValues: [{ value: 2, identifier: 'water' }] }];
    const levels = [{ identifier: 'A', worldX: -1, worldY: -1, pxWid: 24, pxHei: 16, layerInstances: [] },
        { identifier: 'B', worldX: -1, worldY: -1, pxWid: 24, pxHei: 16, externalRelPath: 'p/B.ldtkl', layerInstances: null }];
    const project = { worldLayout: 'LinearHorizontal', defs: { tilesets, layers }, levels };
    const files = { 'p/B.ldtkl': { layerInstances: [entities, intGrid, tileLayer] } };
    const map = fromLdtk(project, { files });
    assert.deepEqual([map.x, map.y, map.width, map.height], [0, 0, 48, 16]);
    const [first, water, solidTiles] = map.solids;
    assert.deepEqual([first.level, first.layer, first.value, water.value], ['B', 'Ground', '1', 'water']);
    assert.deepEqual(first.shape.toPlain(), { parts: [{ x: 24, y: 0, width: 16, height: 16 }] });
    assert.deepEqual(water.shape.toPlain(), { parts: [{ x: 40, y: 0, width: 8, height: 8 }] });
    // The tile at 16 and the one at 48 lie on the grid; the one at 33 does not.
    const parts = [{ x: 40, y: 0, width: 16, height: 16 }, { x: 72, y: 0, width: 16, height: 16 }, { x: 57, y: 0, width: 16, height: 16 }];
    assert.deepEqual(solidTiles.shape.toPlain(), { parts });
    assert.deepEqual([solidTiles.tileAt(1, 80, 3).properties.kind, solidTiles.tileAt(2, 0, 0).id], ['ice', 1]);
    assert.deepEqual(map.objects[0], { id: 'x-1', name: 'Coin', type: 'Coin', properties: { one_way: 'Up' }, shape: { x: 33, y: 14, width: 4, height: 6 }, layer: 'Things', level: 'B', oneWay: 'up' });
    assert.equal(fromLdtk(project, { files, ignore: ['Ground'] }).solids.length, 1);
    assert.equal(fromLdtk(project, { levels: ['A'] }).width, 24);
    assert.throws(() => fromLdtk(project, { levels: ['C'] }), /There is no level "C" in the world; its levels are "A", "B"/);
    assert.throws(() => fromLdtk({ ...project, jsonVersion: '0.7.2' }), /LDtk 0.7.2 has written the project: save it with version 0.8 or later/);
    assert.throws(() => fromLdtk(project), /The file "p\/B.ldtkl" in the option files must be the parsed JSON/);
    const broken = { 'p/B.ldtkl': { layerInstances: [{ ...entities, entityInstances: [{ __identifier: 'Coin' }] }] } };
    assert.throws(() => fromLdtk(project, { files: broken }), /level "B", layer "Things": the entity "Coin" has no place or no valid size/);
});
