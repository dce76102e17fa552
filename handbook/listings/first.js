import { draw, init, overlaps } from 'bumper-collision';
await init();

const arrow = { points: [[250, 40], [350, 240], [250, 180], [150, 240]] };
const context = canvas.getContext('2d');

function paint(ball) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    const color = overlaps(arrow, ball) ? '#e53935' : '#43a047';
    draw(context, arrow, { stroke: null, fill: color });
    draw(context, ball, { stroke: 'black', lineWidth: 2 });
}

canvas.onpointermove = (event) => {
    const scale = canvas.width / canvas.clientWidth;
    paint({ x: event.offsetX * scale, y: event.offsetY * scale, radius: 20 });
};
paint({ x: 80, y: 80, radius: 20 });
