// Finds folders of one project that import each other: such a pair is one folder in two places, or misses a third one
// that both may import. A folder and the folders inside it are one room: they may import each other. The root `src` is
// a room of its own. Specs and `testing` folders may import what they like. An `index.ts` is the door of its folder:
// what it hands out is no import.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
let [count, projects] = [0, 0];
for (const area of ['apps', 'libs']) {
  for (const name of fs.readdirSync(path.join(root, area)).sort()) {
    const source = path.join(root, area, name, 'src');
    if (!fs.existsSync(source)) continue;
    projects += 1;
    for (const { one, other, there, back } of pairsOf(source)) {
      count += 1;
      console.log(`${area}/${name}: ${one} ⇄ ${other} (${there}; ${back})`);
    }
  }
}
console.log(`${count} ${count === 1 ? 'pair' : 'pairs'} of folders import each other, in ${projects} projects`);
process.exitCode = count === 0 ? 0 : 1;

/**
 * The pairs of folders below `source`, each with one import of either direction; `source` itself is called `src`.
 * @param {string} source
 */
function pairsOf(source) {
  /**
   * By importing folder and imported folder: the first import found.
   * @type {Map<string, { from: string, to: string, says: string }>}
   */
  const imports = new Map();
  for (const file of sourceFiles(source)) {
    if (/^index\.tsx?$/.test(path.basename(file))) continue;
    const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles.filter((imported) => imported.fileName.startsWith('.'))) {
      const target = path.resolve(path.dirname(file), fileName);
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
