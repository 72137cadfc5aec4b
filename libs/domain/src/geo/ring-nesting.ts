import { boundingBoxOfArea, boxContains, type BoundingBox } from './bounding-box.js';
import type { Point, Position, Ring } from './geometry.js';
import { crossesOddly } from './point-in-area.js';

/** Rings that do not cross, and which of them lie in which. */
export class RingNesting {
  private readonly boxes: readonly BoundingBox[];

  constructor(private readonly rings: readonly Ring[]) {
    this.boxes = rings.map((ring) => boundingBoxOfArea({ type: 'Polygon', coordinates: [ring] }));
  }

  /** Places of the rings that a ring lies in: the middle of an edge decides, since corners may touch. */
  around(inner: number): number[] {
    const [[x1, y1], [x2, y2]] = this.rings[inner] as readonly [Position, Position];
    const point: Point = { lng: (x1 + x2) / 2, lat: (y1 + y2) / 2 };
    const found: number[] = [];
    for (let place = 0; place < this.rings.length; place += 1) {
      if (place !== inner && boxContains(this.boxes[place]!, point) && crossesOddly(point, this.rings[place]!))
        found.push(place);
    }
    return found;
  }
}
