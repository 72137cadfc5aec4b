import type { Polygon } from 'geojson';
import type maplibregl from './maplibre.js';
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';

export type DrawingMode = 'polygon' | 'circle';

/** Lets the reader draw one thing, from `onReady` on; answers how to stop. Escape begins it anew. */
export function startDrawing(
  map: maplibregl.Map,
  mode: DrawingMode,
  { onReady, onDrawn }: { readonly onReady: () => void; readonly onDrawn: (polygon: Polygon) => void },
): () => void {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [new TerraDrawPolygonMode(), new TerraDrawCircleMode()],
  });
  draw.on('ready', onReady);
  draw.start();
  draw.setMode(mode);
  draw.on('finish', (id) => {
    const geometry = draw.getSnapshotFeature(id)?.geometry;
    if (geometry?.type === 'Polygon') onDrawn(geometry);
  });
  return () => {
    if (draw.enabled) draw.stop();
  };
}
