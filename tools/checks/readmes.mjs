// What READMEs and docs say of the tree, where that can be looked up: each folder of a project's `src` stands in its
// README, each table in that of persistence. Each link leads to something that is there, and each spec that is named
// exists. Each project has an Nx target for every kind of specs that it has.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Kinds of specs by the ends of their files' names; what ends otherwise is of kind `unit`. */
const KINDS = { e2e: '.e2e.spec.ts', search: '.search.spec.ts', db: '.db.spec.ts', browser: '.browser.spec.ts' };
/** They tell what was, too. */
const HISTORIES = ['CHANGELOG.md', path.join('docs', 'benchmarks-history.md')];
/** @type {string[]} */
const wrong = [];
let [projects, links] = [0, 0];

for (const area of ['apps', 'libs'])
  for (const name of fs.readdirSync(path.join(root, area)).sort()) {
    const folder = path.join(area, name);
    if (!fs.existsSync(path.join(root, folder, 'package.json'))) continue;
    projects += 1;
    lookAtFolders(folder);
    lookAtTargets(folder);
  }
lookAtTables();
const everySpec = ['apps', 'libs'].flatMap(filesBelow).filter((file) => file.endsWith('.spec.ts'));
for (const file of markdownFiles('.')) {
  lookAtLinks(file);
  lookAtSpecs(file);
}

wrong.forEach((line) => console.log(line));
console.log(`${wrong.length} wrong, in the READMEs of ${projects} projects and ${links} links`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** @param {string} folder */
function lookAtFolders(folder) {
  const readme = read(`${folder}/README.md`);
  for (const { name } of foldersIn(`${folder}/src`))
    if (!new RegExp(`[\`/]${name}[/\`]`).test(readme)) wrong.push(`${folder}/README.md does not name src/${name}/`);
}

/** @param {string} folder */
function lookAtTargets(folder) {
  const { scripts = {} } = JSON.parse(read(`${folder}/package.json`));
  const specs = filesBelow(folder).filter((file) => file.endsWith('.spec.ts'));
  const kinds = new Set(
    specs.map((file) => Object.entries(KINDS).find(([, end]) => file.endsWith(end))?.[0] ?? 'unit'),
  );
  for (const kind of kinds) {
    const target = kind === 'unit' ? 'test' : `test-${kind}`;
    if (!(target in scripts)) wrong.push(`${folder}/package.json has no script ${target} for its ${kind} specs`);
  }
}

function lookAtTables() {
  const readme = read('libs/persistence/README.md');
  for (const file of filesBelow('libs/persistence/src').filter((name) => name.endsWith('.entity.ts')))
    for (const [, table] of read(file).matchAll(/@Entity\(\s*(?:\{ name: )?'([a-z_]+)'/g))
      if (!readme.includes(`\`${table}\``)) wrong.push(`libs/persistence/README.md does not name the table ${table}`);
}

/** @param {string} file */
function lookAtLinks(file) {
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gm, '');
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (target === undefined || /^[a-z]+:/.test(target)) continue;
    links += 1;
    const [name = '', anchor] = target.split('#');
    const to = name === '' ? file : path.join(path.dirname(file), decodeURIComponent(name));
    if (!fs.existsSync(path.join(root, to))) wrong.push(`${file}: ${target} is not there`);
    else if (anchor !== undefined && to.endsWith('.md') && !anchorsOf(read(to)).has(anchor))
      wrong.push(`${file}: ${to} has no heading for #${anchor}`);
  }
}

/**
 * By its name or by the end of its path: what a decision is kept true by.
 * @param {string} file
 */
function lookAtSpecs(file) {
  if (HISTORIES.includes(file)) return;
  for (const [, name] of read(file).matchAll(/`([\w/-][\w/.-]*\.spec\.ts)`/g))
    if (!everySpec.some((spec) => `/${spec}`.endsWith(`/${name}`))) wrong.push(`${file}: there is no spec ${name}`);
}

/**
 * As GitHub makes them of headings.
 * @param {string} text
 */
function anchorsOf(text) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
      const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function markdownFiles(folder) {
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...['docs', 'apps', 'libs', 'tools'].flatMap(filesBelow)]
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file));
}

/**
 * Everything below that the repository could hold, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'artifacts', 'generated', '.vite'].includes(name))
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}

/** @param {string} folder */
function foldersIn(folder) {
  const at = path.join(root, folder);
  return fs.existsSync(at) ? fs.readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
}

/** @param {string} file */
function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}
