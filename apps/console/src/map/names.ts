import maplibregl from './maplibre.js';
import type { Schema } from '../client/api.js';

type Outlined = Schema<'OutlinedDivision'>;

/** So many names a window bears, each so many pixels apart. */
const MOST_NAMES = 14;
const APART_PIXELS = 110;
/** About what a letter takes. */
const LETTER_PIXELS = 6.5;

/**
 * Names of the larger divisions on the ground that we draw ourselves: without tiles there are no others. Buttons where
 * one of them is to be picked.
 */
export class Names {
  private markers: maplibregl.Marker[] = [];

  constructor(
    private readonly map: maplibregl.Map,
    private readonly onPick?: (division: Outlined) => void,
  ) {}

  show(outlines: readonly Outlined[]): void {
    for (const marker of this.markers) marker.remove();
    const taken: maplibregl.Point[] = [];
    const bounds = this.map.getBounds();
    this.markers = outlines.flatMap((division) => {
      const { centroid } = division;
      if (centroid === null || taken.length >= MOST_NAMES || !bounds.contains([centroid.lng, centroid.lat])) return [];
      const place = this.map.project([centroid.lng, centroid.lat]);
      if (taken.some((other) => other.dist(place) < APART_PIXELS) || this.isCut(division, place)) return [];
      taken.push(place);
      const [element, offset] = this.onPick === undefined ? [nameOf(division), BELOW] : [this.buttonOf(division), 0];
      const marker = new maplibregl.Marker({ element, offset: [0, offset] });
      marker.setLngLat([centroid.lng, centroid.lat]).addTo(this.map);
      return [marker];
    });
  }

  /** Whether a name would reach over the edge. A button stands there all the same: it can be pressed. */
  private isCut({ name }: Outlined, { x }: maplibregl.Point): boolean {
    const half = (name.length * LETTER_PIXELS) / 2;
    return this.onPick === undefined && (x < half || x > this.map.getContainer().clientWidth - half);
  }

  private buttonOf(division: Outlined): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'map-name is-button';
    button.textContent = division.name;
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      this.onPick?.(division);
    });
    return button;
  }
}

/** Pixels below its place, where no home hides it. */
const BELOW = 26;

function nameOf({ name }: Outlined): HTMLElement {
  const element = document.createElement('span');
  element.className = 'map-name';
  element.textContent = name;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
