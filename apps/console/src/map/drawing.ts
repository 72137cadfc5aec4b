import type { Polygon } from 'geojson';
import type maplibregl from './maplibre.js';
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';

export type DrawingMode = 'polygon' | 'circle';

/** Lets the reader draw one thing; answers how to stop. Escape begins it anew. */
export function startDrawing(map: maplibregl.Map, mode: DrawingMode, onDrawn: (polygon: Polygon) => void): () => void {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [new TerraDrawPolygonMode(), new TerraDrawCircleMode()],
  });
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
