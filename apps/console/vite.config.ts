import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the interface. */
const API = process.env.GABLE_API_URL ?? 'http://127.0.0.1:3000';

/** Of our own folders that several screens use; the editor of trees comes when it is opened. */
const isShared = (id: string) =>
  /\/src\/(?:client|criteria|feedback|homes|session|texts)\//.test(id) && !/\/tree-(?:editor|node)\./.test(id);

export default defineConfig({
  base: '/console/',
  // Behind a proxy a path may stand before that: files find each other from where they lie, and the API writes into the
  // page where that is.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  plugins: [react()],
  // Workers are modules, as MapLibre starts them.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The content security policy has no place for inline modules, and small files are cached as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // What screens share comes as one file: many small ones compress worse, and each is a request.
        codeSplitting: { groups: [{ name: 'shared', test: isShared }] },
      },
    },
  },
  server: { proxy: { '^/(?!console)': API, '/console/config.json': API } },
});
