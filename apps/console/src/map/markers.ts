import maplibregl from './maplibre.js';
import type { Schema } from '../client/api.js';
import type { MarkerWords } from './use-marker-words.js';

type Cell = Schema<'MapCell'>;

/** Of a price tag with its border, in pixels. */
const [TAG_WIDTH, TAG_HEIGHT] = [66, 28];
const CLOSEST_ZOOM = 18;

/** What markers do. */
export interface MarkerActions {
  readonly onCell: (cell: Cell) => void;
  readonly onHome: (uuid: string) => void;
}

/** Buttons on the map: a bubble for each cell, a price for each home that stands alone. */
export class Markers {
  private readonly shown = new Map<string, { marker: maplibregl.Marker; button: HTMLButtonElement }>();

  constructor(private readonly map: maplibregl.Map) {}

  show(cells: readonly Cell[], words: MarkerWords, actions: MarkerActions): void {
    const largest = Math.max(1, ...cells.map(({ count }) => count));
    const wanted = new Map(cells.flatMap((cell) => this.entriesOf(cell, largest, words, actions)));
    for (const [key, { marker }] of this.shown)
      if (!wanted.has(key)) {
        marker.remove();
        this.shown.delete(key);
      }
    for (const [key, { place, make }] of wanted) {
      if (this.shown.has(key)) continue;
      const button = make();
      const marker = new maplibregl.Marker({ element: button }).setLngLat(place).addTo(this.map);
      button.tabIndex = 0;
      this.shown.set(key, { marker, button });
    }
  }

  /** Marks a home that the reader looks at in the list. */
  highlight(uuid: string | undefined): void {
    for (const { button } of this.shown.values())
      button.classList.toggle('is-looked-at', uuid !== undefined && (button.dataset.homes ?? '').includes(uuid));
  }

  clear(): void {
    for (const { marker } of this.shown.values()) marker.remove();
    this.shown.clear();
  }

  /** Price tags on top of each other cannot be read: until they part, their cell is shown as one. */
  private wouldOverlap(homes: readonly { readonly longitude: number; readonly latitude: number }[]): boolean {
    if (this.map.getZoom() >= CLOSEST_ZOOM) return false; // homes of one address never part
    const places = homes.map(({ longitude, latitude }) => this.map.project([longitude, latitude]));
    return places.some((one, n) =>
      places.slice(n + 1).some(({ x, y }) => Math.abs(x - one.x) < TAG_WIDTH && Math.abs(y - one.y) < TAG_HEIGHT),
    );
  }

  private entriesOf(
    cell: Cell,
    largest: number,
    words: MarkerWords,
    actions: MarkerActions,
  ): [string, { place: [number, number]; make: () => HTMLButtonElement }][] {
    const { centroid, properties } = cell;
    if (properties !== null && properties.length === cell.count && !this.wouldOverlap(properties))
      return properties.map((home) => {
        const { uuid, longitude, latitude } = home;
        const kind = home.transactionType === 'RENT' ? 'map-home is-rent' : 'map-home';
        const [text, label] = [words.shortPrice(home), words.sayHome(home)];
        return [
          `${uuid} ${label}`,
          {
            place: [longitude, latitude],
            make: () => buttonOf(kind, text, label, uuid, () => actions.onHome(uuid)),
          },
        ];
      });
    const size = Math.round(30 + 26 * (Math.log(cell.count + 1) / Math.log(largest + 1)));
    return [
      [
        `${cell.x}/${cell.y}/${size}/${words.sayCell(cell)}`,
        {
          place: [centroid.longitude, centroid.latitude],
          make: () => {
            const button = buttonOf('map-cell', words.shortCount(cell.count), words.sayCell(cell), '', () =>
              actions.onCell(cell),
            );
            button.style.width = button.style.height = `${size}px`;
            button.dataset.count = String(cell.count);
            return button;
          },
        },
      ],
    ];
  }
}

function buttonOf(kind: string, text: string, label: string, homes: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = kind;
  button.textContent = text;
  button.title = label;
  // Who speaks to the page says what stands there.
  button.setAttribute('aria-label', label.includes(text) ? label : `${text}: ${label}`);
  button.dataset.homes = homes;
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return button;
}
