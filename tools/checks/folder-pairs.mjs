// Finds folders of one project that import each other: such a pair is one folder in two places, or misses a third one
// that both may import. A folder and the folders inside it are one room: they may import each other. The root `src` is
// a room of its own. Specs and `testing` folders may import what they like. An `index.ts` is the door of its folder:
// what it hands out is no import. Files that import each other in a circle are found wherever they stand.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
let [count, circles, projects] = [0, 0, 0];
for (const area of ['apps', 'libs']) {
  for (const name of fs.readdirSync(path.join(root, area)).sort()) {
    const source = path.join(root, area, name, 'src');
    if (!fs.existsSync(source)) continue;
    projects += 1;
    const files = importsOf(source);
    for (const circle of circlesOf(files)) {
      circles += 1;
      console.log(`${area}/${name}: ${circle.map((file) => path.relative(source, file)).join(' → ')} → …`);
    }
    for (const { one, other, there, back } of pairsOf(source, files)) {
      count += 1;
      console.log(`${area}/${name}: ${one} ⇄ ${other} (${there}; ${back})`);
    }
  }
}
console.log(`${count} ${count === 1 ? 'pair' : 'pairs'} of folders import each other, in ${projects} projects`);
console.log(`${circles} ${circles === 1 ? 'circle' : 'circles'} of files`);
process.exitCode = count + circles === 0 ? 0 : 1;

/**
 * The files of a project that each of its files imports.
 * @param {string} source
 * @returns {Map<string, string[]>}
 */
function importsOf(source) {
  return new Map(
    sourceFiles(source).map((file) => {
      const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true);
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      return [file, own.map(({ fileName }) => path.resolve(path.dirname(file), fileName))];
    }),
  );
}

/**
 * One circle of each knot of files that import each other.
 * @param {Map<string, string[]>} files
 */
function circlesOf(files) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const way = [];
  /** @type {string[][]} */
  const circles = [];
  /** @param {string} file */
  const walk = (file) => {
    if (way.includes(file)) circles.push(way.slice(way.indexOf(file)));
    if (done.has(file) || way.includes(file)) return;
    way.push(file);
    for (const target of files.get(file) ?? []) walk(existing(files, target));
    way.pop();
    done.add(file);
  };
  for (const file of files.keys()) walk(file);
  return circles;
}

/**
 * A source file by the name that an import gives it, which is that of the compiled one.
 * @param {Map<string, string[]>} files
 * @param {string} imported
 */
function existing(files, imported) {
  const stem = imported.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`, imported].find((file) => files.has(file)) ?? imported;
}

/**
 * The pairs of folders below `source`, each with one import of either direction; `source` itself is called `src`.
 * @param {string} source
 * @param {Map<string, string[]>} files
 */
function pairsOf(source, files) {
  /**
   * By importing folder and imported folder: the first import found.
   * @type {Map<string, { from: string, to: string, says: string }>}
   */
  const imports = new Map();
  for (const [file, targets] of files) {
    if (/^index\.tsx?$/.test(path.basename(file))) continue;
    for (const target of targets) {
      const [from, to] = [folderOf(source, file), folderOf(source, target)];
      if (isOneRoom(from, to) || to.startsWith('..') || imports.has(`${from} ${to}`)) continue;
      imports.set(`${from} ${to}`, {
        from,
        to,
        says: `${path.relative(source, file)} imports ${path.relative(source, target)}`,
      });
    }
  }
  return [...imports.values()].flatMap(({ from, to, says }) => {
    const back = imports.get(`${to} ${from}`);
    return back !== undefined && from < to ? [{ one: from, other: to, there: says, back: back.says }] : [];
  });
}

/**
 * @param {string} one
 * @param {string} other
 */
function isOneRoom(one, other) {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/**
 * @param {string} source
 * @param {string} file
 */
function folderOf(source, file) {
  return path.relative(source, path.dirname(file)).replaceAll(path.sep, '/') || 'src';
}

/** @param {string} source */
function sourceFiles(source) {
  return fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|d)\.tsx?$/.test(file))
    .filter((file) => !file.split(path.sep).slice(0, -1).includes('testing'))
    .sort()
    .map((file) => path.join(source, file));
}
