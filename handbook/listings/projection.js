import { init, draw } from 'bumper-collision';
await init();

const dot = (v, u) => v.x * u.x + v.y * u.y;

// The range of numbers that a polygon covers on an axis.
function project(points, axis) {
    const along = points.map((point) => dot(point, axis));
    return { min: Math.min(...along), max: Math.max(...along) };
}

// Corners, relative to the middle of the canvas. Change them and run it.
const corners = (...list) => list.map(([x, y]) => ({ x, y }));
const kite = corners([-210, -40], [-110, -110], [-50, -20], [-150, 40]);
const tent = corners([40, 20], [190, -20], [130, -110]);
const context = canvas.getContext('2d');

function show(axis) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.translate(canvas.width / 2, canvas.height / 2);
    const ranges = [kite, tent].map((points) => project(points, axis));
    [kite, tent].forEach((points, k) => {
        const color = ['#5c7cfa', '#ff7043'][k];
        draw(context, { points }, { stroke: color, lineWidth: 2 });
        // The axis passes below the shapes, 120 from the middle.
        const place = (along) => [
            along * axis.x - 120 * axis.y,
            along * axis.y + 120 * axis.x,
        ];
        context.strokeStyle = color;
        context.lineWidth = 6;
        context.beginPath();
        context.moveTo(...place(ranges[k].min));
        context.lineTo(...place(ranges[k].max));
        context.stroke();
        context.lineWidth = 0.5;
        for (const point of points) {
            context.beginPath();
            context.moveTo(point.x, point.y);
            context.lineTo(...place(dot(point, axis)));
            context.stroke();
        }
    });
    context.restore();
    const [p, q] = ranges;
    const gap = Math.max(q.min - p.max, p.min - q.max);
    context.fillStyle = 'gray';
    context.font = '20px sans-serif';
    context.fillText(gap > 0 ? `a gap of ${gap.toFixed()}` : 'no gap', 12, 28);
}

// The pointer turns the axis, which always has the length 1. On a touch
// screen, move a finger sideways.
canvas.style.touchAction = 'pan-y';
canvas.onpointermove = ({ offsetX }) => {
    const angle = (offsetX / canvas.clientWidth - 0.5) * Math.PI;
    show({ x: Math.cos(angle), y: Math.sin(angle) });
};
show({ x: 1, y: 0 });
const shadow = dot({ x: 6, y: 1 }, { x: 0.8, y: 0.6 });
console.log(shadow.toFixed(1)); // prints: 5.4
