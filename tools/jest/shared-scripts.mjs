// Jest loads every module anew for every spec file, and compiles it anew: a fifth of the time of specs that start
// Nest and TypeORM. Here a worker compiles a module once and runs the same script in the context of each spec file;
// what the modules hold stays apart.
import { createRequire } from 'node:module';
import vm from 'node:vm';

const require = createRequire(import.meta.url);
/** Jest calls it through the module's object, which is what a CommonJS `require` answers. */
const nodeVm = /** @type {typeof vm} */ (require('node:vm'));
const compileAnew = nodeVm.compileFunction;
/** @type {Map<string, { code: string, parameters: string, script: vm.Script }>} */
const compiled = new Map();

nodeVm.compileFunction = function compileFunction(code, parameters, options) {
  const { filename, parsingContext } = options ?? {};
  if (filename === undefined || parsingContext === undefined) return compileAnew(code, parameters, options);
  return scriptOf(filename, code, (parameters ?? []).join(',')).runInContext(parsingContext);
};

/**
 * @param {string} filename
 * @param {string} code
 * @param {string} parameters
 */
function scriptOf(filename, code, parameters) {
  const known = compiled.get(filename);
  if (known?.code === code && known.parameters === parameters) return known.script;
  const head = `(function (${parameters}) {`;
  // The head stands before the first line's code: errors name the columns of the file.
  const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { code, parameters, script });
  return script;
}

/** What Jest takes as its setting `runtime`: its own. */
export default /** @type {{ default: unknown }} */ (require('jest-runtime')).default;
export const __esModule = true;
