import * as maplibregl from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

// A file of this server: the content security policy has no place for workers made from text.
maplibregl.setWorkerUrl(workerUrl);

export default maplibregl;
