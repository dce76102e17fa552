// Converts the XML of the maps in examples/maps to the JSON of Tiled. It knows what these maps use, and no more.

export function tmxToJson(text) {
    const stack = [{ name: '', attributes: {}, children: [], text: '' }];
    for (const [, close, name, attributes, open, content] of text.matchAll(/<(\/?)([\w]+)((?:\s+[\w]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g)) {
        if (content !== undefined) {
            stack.at(-1).text += content;
        } else if (close) {
            stack.pop();
        } else {
            const pairs = [...attributes.matchAll(/([\w]+)=(?:"([^"]*)"|'([^']*)')/g)];
            const node = { name, attributes: Object.fromEntries(pairs.map(([, key, a, b]) => [key, value(a ?? b)])), children: [], text: '' };
            stack.at(-1).children.push(node);
            if (!open) {
                stack.push(node);
            }
        }
    }
    return container(stack[0].children.find((node) => node.name === 'map'));
}

function value(text) {
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function container(node) {
    const all = (name) => node.children.filter((child) => child.name === name);
    const properties = all('properties').flatMap((list) => list.children.map((child) => child.attributes));
    const layers = node.children.filter((child) => ['layer', 'objectgroup', 'group'].includes(child.name)).map(container);
    const data = all('data')[0]?.text.split(',').map(Number);
    const objects = node.name === 'objectgroup' ? { objects: all('object').map(object) } : {};
    const tilesets = all('tileset').map(({ attributes, children }) => ({
        ...attributes,
        tiles: children.filter((child) => child.name === 'tile').map((tile) => ({ ...tile.attributes, objectgroup: container(tile.children[0]) })),
    }));
    return { ...node.attributes, properties, layers, tilesets, ...(data && { data }), ...objects };
}

function object(node) {
    const result = { ...container(node), layers: undefined, tilesets: undefined };
    for (const child of node.children.filter((child) => child.name !== 'properties')) {
        const points = child.attributes.points?.split(' ').map((pair) => pair.split(',').map(Number));
        result[child.name] = points ? points.map(([x, y]) => ({ x, y })) : true;
    }
    return result;
}
