// Makes the static files of the console, where they are missing or older than what they are made from. They are built
// beside and moved in at once: an API that serves them never finds half of them.
//   node apps/console/tools/build.mjs [--always]
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createHash } from 'node:crypto';

const project = path.resolve(import.meta.dirname, '..');
const dist = path.join(project, 'dist');
const mark = path.join(dist, '.made-from');
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tools/build.mjs'];

const madeFrom = fingerprint();
if (process.argv.includes('--always') || readMark() !== madeFrom) await make();

async function make() {
  const began = Date.now();
  process.env.NODE_ENV = 'production'; // Jest says `test`, and React would come with all its checks
  const { build } = await import('vite');
  const made = `${dist}-${process.pid}`;
  try {
    await build({ root: project, logLevel: 'warn', build: { outDir: made } });
    compress(made);
    fs.writeFileSync(path.join(made, path.basename(mark)), madeFrom);
    fs.rmSync(dist, { recursive: true, force: true });
    fs.renameSync(made, dist);
  } finally {
    fs.rmSync(made, { recursive: true, force: true });
  }
  console.error(`The console is built (${((Date.now() - began) / 1_000).toFixed(1)} s).`);
}

/**
 * Beside each text file its brotli and gzip, which the API sends to who takes them. Brotli of 9 would be 1.3 % smaller
 * and take four times as long.
 * @param {string} folder
 */
function compress(folder) {
  for (const file of filesOf(path.relative(project, folder))) {
    if (!/\.(?:js|css|svg|html)$/.test(file)) continue;
    const text = fs.readFileSync(file);
    const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } };
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(text, quality));
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(text, { level: 9 }));
  }
}

/** Of all sources by content: a clone or a checkout sets times as it likes. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesOf).sort()) {
    if (file.includes(`${path.sep}generated${path.sep}`) || /\.spec\.tsx?$/.test(file)) continue;
    hash
      .update(`${path.relative(project, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  const lock = path.resolve(project, '../../package-lock.json');
  return hash.update(fs.existsSync(lock) ? fs.readFileSync(lock) : '').digest('hex');
}

/** @param {string} name */
function filesOf(name) {
  const place = path.join(project, name);
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function readMark() {
  return fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : undefined;
}
