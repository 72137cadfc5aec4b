import type { StyleSpecification } from 'maplibre-gl';
import type { ConsoleConfig } from '../client/console-config.js';

export const OUTLINES = 'gable-outlines';
export const DRAWN = 'gable-drawn';
const NOTHING = { type: 'FeatureCollection' as const, features: [] };

const COLORS = {
  light: { water: '#e8eef2', land: '#ffffff', line: '#b9c6cf', drawn: '#0f766e' },
  dark: { water: '#1b2126', land: '#262d33', line: '#4b5a66', drawn: '#4bc1ac' },
} as const;

/** The ground of the map: the operator's style or tiles, else plain ground for the outlines of divisions. */
export function mapStyle(config: ConsoleConfig, scheme: 'light' | 'dark'): StyleSpecification | string {
  if (config.mapStyleUrl !== null) return config.mapStyleUrl;
  const { water } = COLORS[scheme];
  const style: StyleSpecification = {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': water } }],
  };
  if (config.mapTilesUrl === null) return style;
  return {
    ...style,
    sources: { tiles: { type: 'raster', tiles: [config.mapTilesUrl], tileSize: 256 } },
    layers: [...style.layers, { id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}

/** Layers of ours on whatever ground. */
export function addOwnLayers(map: import('maplibre-gl').Map, scheme: 'light' | 'dark'): void {
  const { land, line, drawn } = COLORS[scheme];
  for (const id of [OUTLINES, DRAWN]) if (!map.getSource(id)) map.addSource(id, { type: 'geojson', data: NOTHING });
  if (map.getLayer('outlines')) return;
  map.addLayer({ id: 'outlines', type: 'fill', source: OUTLINES, paint: { 'fill-color': land, 'fill-opacity': 0.9 } });
  map.addLayer({ id: 'borders', type: 'line', source: OUTLINES, paint: { 'line-color': line, 'line-width': 1 } });
  map.addLayer({ id: 'drawn', type: 'fill', source: DRAWN, paint: { 'fill-color': drawn, 'fill-opacity': 0.12 } });
  map.addLayer({ id: 'drawn-border', type: 'line', source: DRAWN, paint: { 'line-color': drawn, 'line-width': 2 } });
}
