import maplibregl from './maplibre.js';
import type { ConsoleConfig } from '../client/console-config.js';
import { boundsOf, boxOfView, type Box } from './boxes.js';
import { addOwnLayers, mapStyle } from './map-style.js';
import type { View } from './use-map.js';

export interface MapOptions {
  readonly container: HTMLElement;
  readonly config: ConsoleConfig;
  readonly scheme: 'light' | 'dark';
  readonly box: Box;
  /** `isByReader`: not by the page itself. */
  readonly onMove: (view: View, isByReader: boolean) => void;
  readonly onReady: () => void;
}

/** A move that the reader asked for by a bubble. */
const BY_READER = { gableByReader: true };

/** Makes a map. @throws Error where the browser has no WebGL */
export function createMap({ container, config, scheme, box, onMove, onReady }: MapOptions): maplibregl.Map {
  const map = new maplibregl.Map({
    container,
    style: mapStyle(config, scheme),
    bounds: boundsOf(box),
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: config.mapStyleUrl !== null ? { compact: true } : false,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new maplibregl.ScaleControl({}), 'bottom-left');
  map.on('style.load', () => {
    addOwnLayers(map, scheme);
    onReady();
  });
  map.on('moveend', (event) => onMove(viewOf(map), isByReader(event)));
  map.once('load', () => onMove(viewOf(map), false));
  return map;
}

export function viewOf(map: maplibregl.Map): View {
  const bounds = map.getBounds();
  const box = boxOfView({
    north: bounds.getNorth(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    west: bounds.getWest(),
  });
  return { box, zoom: Math.max(0, Math.min(22, Math.round(map.getZoom()))) };
}

/** Shows a box without taking it for a wish of the reader. */
export function showBox(map: maplibregl.Map, box: Box): void {
  map.fitBounds(boundsOf(box), { animate: false, maxZoom: 16 });
}

/** Goes where the reader pointed. */
export function goTo(map: maplibregl.Map, box: Box): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  map.fitBounds(boundsOf(box), { padding: 8, animate: !isCalm, duration: 350 }, BY_READER);
}

/** By hand, wheel, key, button or bubble; not because the page shows a box or its window has another size. */
function isByReader(event: object): boolean {
  return 'gableByReader' in event || ('originalEvent' in event && event.originalEvent !== undefined);
}
