import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const DIST = path.resolve(__dirname, '../dist');
const MOST_KILOBYTES = 250;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

const manifest = JSON.parse(fs.readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** A chunk and everything that it waits for. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of manifest[name]!.imports ?? []) withImports(imported, found);
  return found;
}

it('loads at most 250 kB of script, compressed, before a search can be made', () => {
  const names = [...withImports('index.html'), ...withImports('src/screens/search/search-page.tsx')];
  const files = [...new Set(names.map((name) => manifest[name]!.file))];
  const kilobytes = files.map((file) => zlib.gzipSync(fs.readFileSync(path.join(DIST, file))).length / 1_000);
  const sum = kilobytes.reduce((total, each) => total + each, 0);
  console.log(`initial script: ${sum.toFixed(0)} kB gzip in ${files.length} files`);
  expect(sum).toBeGreaterThan(50);
  expect(sum).toBeLessThanOrEqual(MOST_KILOBYTES);
});

it('brings maps and editors of trees only where they are opened', () => {
  const initial = withImports('src/screens/search/search-page.tsx');
  for (const later of ['home-map', 'tree-editor']) {
    const chunks = Object.keys(manifest).filter((key) => manifest[key]!.name === later);
    expect({ later, chunks: chunks.length }).toEqual({ later, chunks: 1 });
    expect(initial).not.toContain(chunks[0]);
  }
});
