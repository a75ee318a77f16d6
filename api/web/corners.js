// Where finding the board fails, somebody shows its four corner holes: handles to drag, with a magnifier; or the arrow keys.

import { h, svg, t } from "./dom.js";

const NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"];
const AT_FIRST = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]; // shares of the picture's width and height
const MOST = 0.999; // still within the picture
const STEP = 0.004, STRIDE = 0.03; // of an arrow key; with Shift
const GLASS = { side: 120, zoom: 3 }; // the magnifier's size in px; how much larger it shows the picture than the screen does
const AIM = new Path2D(`M${GLASS.side / 2 - 14} ${GLASS.side / 2}h28m-14 -14v28`);

export class Corners {
  // video: the live picture. mirrored: it is shown the other way round than it is sent. size: the board's columns and rows.
  // at: where the corner cells are thought to be.
  constructor(video, { mirrored, size, at }) {
    Object.assign(this, { video, mirrored, size });
    this.points = this.turned(at ?? AT_FIRST); // as the screen shows them
    this.drawing = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", class: "sketch", "aria-hidden": "true" });
    this.glass = h("canvas", { class: "glass", width: GLASS.side, height: GLASS.side, hidden: true, "aria-hidden": "true" });
    this.handles = NAMES.map((name, which) => this.handle(name, which));
    this.node = h("div", { class: "corners", role: "group", "aria-label": t("corners") }, this.drawing, this.handles, this.glass);
    this.draw();
  }

  handle(name, which) {
    const handle = h("button", { type: "button", class: "handle", "data-id": `corner-${name}`, "aria-describedby": "aim-text" });
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      this.held = { which, pointer: event.pointerId };
      this.magnify();
    });
    handle.addEventListener("pointermove", (event) => {
      if (this.held?.pointer !== event.pointerId) return;
      const { left, top, width, height } = this.node.getBoundingClientRect();
      this.move(which, (event.clientX - left) / width, (event.clientY - top) / height);
    });
    for (const over of ["pointerup", "pointercancel"]) handle.addEventListener(over, () => { this.held = null; });
    handle.addEventListener("keydown", (event) => this.key(event, which));
    return handle;
  }

  key(event, which) {
    const step = event.shiftKey ? STRIDE : STEP;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by) return;
    event.preventDefault();
    this.move(which, this.points[which][0] + by[0], this.points[which][1] + by[1]);
  }

  move(which, x, y) {
    this.points[which] = [x, y].map((share) => Math.min(MOST, Math.max(0, share)));
    this.draw();
  }

  // As the service wants them: in the picture that is sent.
  get sent() {
    return this.turned(this.points);
  }

  turned(points) {
    return inOrder(points.map(([x, y]) => [this.mirrored ? MOST - x : x, y]));
  }

  draw() {
    const cells = through(this.points, this.size);
    this.drawing.replaceChildren(
      svg("polygon", { points: this.points.map((point) => point.join(",")).join(" "), "vector-effect": "non-scaling-stroke" }),
      ...cells.map(([x, y]) => svg("path", { d: `M${x} ${y}h0`, "vector-effect": "non-scaling-stroke" })));
    this.points.forEach(([x, y], which) => {
      const handle = this.handles[which];
      Object.assign(handle.style, { left: `${x * 100}%`, top: `${y * 100}%` });
      handle.setAttribute("aria-label", t("corner_at", { corner: t(`corner_${NAMES[which]}`), x: Math.round(x * 100), y: Math.round(y * 100) }));
    });
  }

  // While a handle is held: what lies under the finger, beside it.
  magnify() {
    this.glass.hidden = !this.held;
    if (!this.held || !this.node.isConnected) return;
    const [x, y] = this.points[this.held.which], { videoWidth: width, videoHeight: height } = this.video;
    const part = (GLASS.side / GLASS.zoom) * (width / this.node.clientWidth); // of the picture, in its own px
    const pen = this.glass.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillRect(0, 0, GLASS.side, GLASS.side);
    if (this.mirrored) pen.setTransform(-1, 0, 0, 1, GLASS.side, 0);
    const centre = this.mirrored ? 1 - x : x;
    pen.drawImage(this.video, centre * width - part / 2, y * height - part / 2, part, part, 0, 0, GLASS.side, GLASS.side);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    for (const [colour, thick] of [["#000", 5], ["#fff", 2]]) {
      Object.assign(pen, { strokeStyle: colour, lineWidth: thick });
      pen.stroke(AIM);
    }
    Object.assign(this.glass.style, { left: x < 0.5 ? "auto" : "0.4rem", right: x < 0.5 ? "0.4rem" : "auto" });
    requestAnimationFrame(() => this.magnify());
  }
}

// Top left, top right, bottom right, bottom left.
function inOrder(points) {
  const [a, b, c, d] = points.toSorted((one, other) => one[1] - other[1]);
  return [...(a[0] < b[0] ? [a, b] : [b, a]), ...(c[0] < d[0] ? [d, c] : [c, d])];
}

// The cells of a board whose corner cells are seen at these four points: through the projective map of the unit square.
export function through([[ax, ay], [bx, by], [cx, cy], [dx, dy]], { columns, rows }) {
  const [sx, sy] = [ax - bx + cx - dx, ay - by + cy - dy];
  const [ux, uy, vx, vy] = [bx - cx, by - cy, dx - cx, dy - cy];
  const area = ux * vy - uy * vx;
  const [g, k] = area ? [(sx * vy - sy * vx) / area, (ux * sy - uy * sx) / area] : [0, 0];
  const at = (u, v) => {
    const depth = g * u + k * v + 1;
    return [(ax + (bx - ax + g * bx) * u + (dx - ax + k * dx) * v) / depth, (ay + (by - ay + g * by) * u + (dy - ay + k * dy) * v) / depth];
  };
  return [...Array(rows)].flatMap((_, down) => [...Array(columns)].map((_, across) => at(across / (columns - 1), down / (rows - 1))));
}
