// Proves that whoever installs a published library can name every type that it hands out: a type that an exported
// declaration names is exported too. Entries hide all other files, so that without this `const { signals } = pair` in
// a service that states its declarations does not compile (TS2742). Every exported name has a sentence. Reads what is
// built.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
/** What these make of a type has no need of its name. */
const TAKE_APART = ['Omit', 'Pick', 'Exclude', 'Extract'];

const entries = published().flatMap(entriesOf);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
  },
);
const checker = program.getTypeChecker();
/** @type {Map<ts.Symbol, string>} */
const exported = new Map(entries.flatMap(({ name, file }) => exportsOf(file).map((symbol) => [symbol, name])));

const hidden = new Set([...exported].flatMap(([symbol, entry]) => hiddenIn(symbol, entry)));
const silent = [...exported].flatMap(([symbol, entry]) =>
  isSaid(symbol) ? [] : [`${entry}: ${symbol.name} has no sentence`],
);
[...hidden, ...silent].sort().forEach((line) => console.log(line));
console.log(`${hidden.size} hidden types and ${silent.length} names without a sentence among ${exported.size}`);
process.exitCode = hidden.size + silent.length === 0 ? 0 : 1;

/** @returns {string[]} folders of the libraries that `nx release` publishes */
function published() {
  /** @type {{ release: { projects: string[] } }} */
  const { release } = JSON.parse(fs.readFileSync(path.join(root, 'nx.json'), 'utf8'));
  return release.projects.map((name) => path.join(root, 'libs', name.replace('@gable/', '')));
}

/**
 * @param {string} folder
 * @returns {{ name: string, file: string }[]}
 */
function entriesOf(folder) {
  /** @type {{ name: string, exports: Record<string, { types?: string }> }} */
  const { name, exports } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry, { types }]) => entry !== './testing' && types !== undefined)
    .map(([entry, { types = '' }]) => ({ name: name + entry.slice(1), file: path.join(folder, types) }));
}

/** @param {string} file */
function exportsOf(file) {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path.relative(root, file)} is not there: npm run build first`);
  return checker.getExportsOfModule(module).map(aliased);
}

/**
 * The types of ours that a declaration names and nobody can import.
 * @param {ts.Symbol} symbol
 * @param {string} entry
 */
function hiddenIn(symbol, entry) {
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isHeritageClause(node) || ts.isTypeQueryNode(node)) return;
    if (ts.isTypeReferenceNode(node)) {
      const named = checker.getSymbolAtLocation(node.typeName);
      if (named !== undefined && isHidden(aliased(named)))
        found.push(`${entry}: ${symbol.name} names ${named.name} of ${placeOf(aliased(named))}`);
      if (TAKE_APART.includes(node.typeName.getText())) return;
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) if (isOurs(declaration)) visit(declaration);
  return found;
}

/** @param {ts.Symbol} symbol */
function isSaid(symbol) {
  return (
    ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() !== '' ||
    !(symbol.declarations ?? []).some(isOurs)
  );
}

/** @param {ts.Symbol} symbol */
function isHidden(symbol) {
  if (exported.has(symbol) || symbol.flags & ts.SymbolFlags.TypeParameter) return false;
  return (symbol.declarations ?? []).some(isOurs);
}

/** @param {ts.Node} node */
function isOurs(node) {
  const file = node.getSourceFile().fileName;
  return file.startsWith(path.join(root, 'libs')) && !file.includes('node_modules');
}

/** @param {ts.Symbol} symbol */
function aliased(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** @param {ts.Symbol} symbol */
function placeOf(symbol) {
  return path.relative(root, symbol.declarations?.[0]?.getSourceFile().fileName ?? '');
}
