// Jest gives every spec file its own JavaScript realm and loads every module anew in it: half of the time of a spec
// that starts Nest and TypeORM. Here a worker loads what lies under node_modules once, as Node does, and the project's
// sources once, as a running Gable does; only the spec file itself is loaded each time. What a module holds is
// therefore the process's, as in production: a spec that needs a second copy says `jest.isolateModulesAsync`.
// `own-process.mjs`, the environment that belongs to it, gives back what a spec file changed in the process.
import fs from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/**
 * What is used here of Jest's runtime, which calls all of it private.
 * @typedef {object} Parts
 * @property {string} _testPath
 * @property {{ global: Record<string, unknown> }} _environment
 * @property {{ jestObjectFor(file: string): unknown }} jestGlobals
 * @property {{ isIsolated(): boolean }} registries
 * @property {{ resolveCjs(from: string, name: string): string }} _resolution
 * @property {{ transform(file: string, options: undefined): string, sourceMaps: Map<string, string> }} transformCache
 * @typedef {{ requireModuleOrMock(from: string, name: string): unknown,
 *   requireInternalModule(from: string, name?: string): unknown }} Loading
 * @typedef {{ exports: unknown, id: string, filename: string, path: string }} LoadedModule
 */

const require = createRequire(import.meta.url);
const JestRuntime = /** @type {new (...given: unknown[]) => Parts & Loading} */ (require('jest-runtime').default);

/** Jest's own modules that keep the state of a spec file's run. The others are those that the worker itself uses. */
const RUN_OF_A_FILE = `${path.sep}jest-circus${path.sep}build${path.sep}`;
const PACKAGES = `${path.sep}node_modules${path.sep}`;
const PARAMETERS = ['module', 'exports', 'require', '__dirname', '__filename'];

/** Where a name leads, by folder and name. @type {Map<string, string>} */
const places = new Map();
/** The project's modules that this worker has loaded. @type {Map<string, LoadedModule>} */
const modules = new Map();
/** Of all files that this worker has transformed. @type {Map<string, string>} */
const sourceMaps = new Map();
/** That of the spec file that runs: shared modules load through it what they ask for later. @type {SharedModules} */
let current;

/** Jest calls it through the module's object, which is what a CommonJS `require` answers. */
const nodeVm = /** @type {typeof vm} */ (require('node:vm'));
const compileElsewhere = nodeVm.compileFunction;
nodeVm.compileFunction = function compileFunction(code, parameters, options = {}) {
  const { parsingContext, ...here } = options;
  return compileElsewhere(code, parameters, parsingContext === globalThis ? here : options);
};

/** What Jest takes as its setting `runtime`. */
export default class SharedModules extends JestRuntime {
  /** @param {unknown[]} given */
  constructor(...given) {
    super(...given);
    if (!this.shares) return;
    begin(this);
    this.transformCache.sourceMaps = sourceMaps;
    this._environment.global.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }

  /** Not where a spec asked for Jest's own environment, which has a realm of its own. */
  get shares() {
    return this._environment.global === globalThis;
  }

  /**
   * @override
   * @param {string} from
   * @param {string} name
   * @returns {unknown}
   */
  requireModuleOrMock(from, name) {
    if (!this.shares) return super.requireModuleOrMock(from, name);
    if (current !== this) return current.requireModuleOrMock(from, name);
    if (isBuiltin(name) || name === '@jest/globals') return super.requireModuleOrMock(from, name);
    const file = this.placeOf(from, name);
    if (file.includes(PACKAGES)) return require(file);
    if (this.registries.isIsolated()) return super.requireModuleOrMock(from, name);
    return this.sharedModule(file);
  }

  /**
   * @override
   * @param {string} from
   * @param {string} [name]
   */
  requireInternalModule(from, name) {
    if (!this.shares) return super.requireInternalModule(from, name);
    const file = name === undefined ? from : createRequire(from).resolve(name);
    return file.includes(RUN_OF_A_FILE) ? super.requireInternalModule(from, name) : require(file);
  }

  /**
   * @param {string} from
   * @param {string} name
   */
  placeOf(from, name) {
    const key = `${path.dirname(from)}\0${name}`;
    const file = places.get(key) ?? this._resolution.resolveCjs(from, name);
    places.set(key, file);
    return file;
  }

  /** @param {string} file */
  sharedModule(file) {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    /** @type {LoadedModule} */
    const module = { exports: {}, id: file, filename: file, path: path.dirname(file) };
    modules.set(file, module); // before it runs: modules may ask for each other
    try {
      if (file.endsWith('.json')) module.exports = JSON.parse(fs.readFileSync(file, 'utf8'));
      else this.run(module);
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  /** @param {LoadedModule} module */
  run(module) {
    const code = this.transformCache.transform(module.filename, undefined);
    /** @param {string} name */
    const ask = (name) => (isBuiltin(name) ? require(name) : current.requireModuleOrMock(module.filename, name));
    ask.resolve = createRequire(module.filename).resolve;
    const load = vm.compileFunction(code, PARAMETERS, { filename: module.filename });
    load.call(module.exports, module, module.exports, ask, module.path, module.filename);
  }
}

/** @param {SharedModules} runtime */
function begin(runtime) {
  current = runtime;
}

/** What Node asks of a module that Jest requires as CommonJS. */
export const __esModule = true;
