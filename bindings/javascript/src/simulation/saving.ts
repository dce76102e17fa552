/** Bytes in the scratch buffer, and the objects of a simulation that was loaded. */

import { described } from '../errors.js';
import { renew, room, wasm, words } from '../loader.js';
import type { Simulation } from '../simulation.js';
import { Body } from './body.js';
import { Collider } from './collider.js';
import { refused } from './exports.js';
import { Joint } from './joint.js';
import { readType } from './joint_options.js';

/** A copy of the bytes that the module has written. */
export function readBytes(count: number): Uint8Array<ArrayBuffer> {
    renew();
    return new Uint8Array(words.buffer, words.byteOffset, count).slice() as Uint8Array<ArrayBuffer>;
}

/** Writes bytes to the scratch buffer, and returns their number. */
export function writeBytes(bytes: Uint8Array): number {
    if (!(bytes instanceof Uint8Array)) {
        throw new TypeError(`bytes must be a Uint8Array, but is ${described(bytes)}.`);
    }
    room(Math.ceil(bytes.length / 8) + 1);
    new Uint8Array(words.buffer, words.byteOffset, bytes.length).set(bytes);
    return bytes.length;
}

/** The numbers that the module has written as the answer to a call. */
export function readNumbers(simulation: Simulation<any>, count: number, name: string): Float64Array {
    if (count < 0) {
        throw refused(count, simulation, name);
    }
    renew();
    return words.slice(0, count);
}

/** The data of bodies and colliders by their ids. */
export interface LoadedData<T> {
    body(id: number): T | undefined;
    collider(id: number): unknown;
}

/**
 * Makes the objects for the bodies, colliders and joints of a simulation whose content was replaced. Objects with the ids of the saved ones
 * are used again. Returns the bodies in order of insertion.
 */
export function loadObjects<T>(simulation: Simulation<T>, data: LoadedData<T>): Body<T>[] {
    const { _bodies: bodies, _colliders: colliders, _joints: joints, _number: number } = simulation;
    const oldBodies = new Map([...bodies.values()].map((body) => [body.id, body]));
    const oldColliders = new Map([...colliders.values()].map((collider) => [collider.id, collider]));
    const oldJoints = new Map(joints);
    bodies.clear();
    colliders.clear();
    joints.clear();
    oldBodies.forEach((body) => (body._index = -1));
    oldColliders.forEach((collider) => (collider._isRemoved = true));
    oldJoints.forEach((joint) => (joint._isRemoved = true));
    const order = Array.from(readNumbers(simulation, wasm.simulation_bodies(number), 'The simulation'), (id, index) => {
        const body = oldBodies.get(id) ?? new Body<T>(simulation, id, index, undefined as T);
        body._index = index;
        body.data = data.body(id) ?? body.data;
        bodies.set(id, body);
        return body;
    });
    for (const body of order) {
        for (const id of readNumbers(simulation, wasm.body_colliders(number, body.id), 'The body')) {
            const old = oldColliders.get(id);
            const collider = old?.body === body ? old : new Collider(body, id, undefined);
            collider._isRemoved = false;
            collider.data = data.collider(id) ?? collider.data;
            colliders.set(id, collider);
        }
    }
    loadJoints(simulation, oldJoints);
    return order;
}

function loadJoints<T>(simulation: Simulation<T>, old: Map<number, Joint<T>>): void {
    const number = simulation._number;
    const list = readNumbers(simulation, wasm.simulation_joints(number, 0), 'The simulation');
    for (let at = 0; at < list.length; at += 3) {
        const [id, a, b] = [list[at]!, simulation._bodies.known(list[at + 1]!), simulation._bodies.known(list[at + 2]!)];
        readNumbers(simulation, wasm.joint_definition(number, id), 'The joint');
        const type = readType();
        const known = old.get(id);
        const isSame = known !== undefined && known.a === a && known.b === b && known.type === type;
        const joint = isSame ? known : new Joint(type, a, b, id);
        joint._isRemoved = false;
        simulation._joints.set(id, joint);
    }
}
