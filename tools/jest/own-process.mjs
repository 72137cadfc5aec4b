// The environment of spec files that run in the worker's own realm, one after the other. Jest's environment makes a
// realm per file; this one remembers what a file may change in the process, and gives it back at the file's end.
// A spec that needs a realm and modules of its own says `@jest-environment node` in its first comment.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const world = /** @type {Record<string | symbol, unknown>} */ (/** @type {unknown} */ (globalThis));
// As Jest keeps it in a realm: what it measures with, whatever a spec replaces.
world[Symbol.for('jest-native-now')] ??= Date.now.bind(Date);
world[Symbol.for('jest-native-promise')] ??= Promise;

/**
 * Fake timers leave `node:timers` and `node:timers/promises` alone where what they are given is not the very global
 * object: specs wait with those while the global ones stand still.
 */
const GLOBALS = new Proxy(globalThis, {
  get: (target, name) => Reflect.get(target, name),
  set: (target, name, value) => Reflect.set(target, name, value),
});

export default class OwnProcess {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: GLOBALS });
    this.giveBack = remember();
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.giveBack();
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return globalThis;
  }
}

/**
 * What Jest's runner keeps on the global object, under symbols: the tests of a file with all that they hold, who hears
 * of them, and what the file said of timeouts and repeats. A realm per file ends them; here the next would inherit.
 */
const OF_A_RUN = /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+|WAIT_BEFORE_RETRY|LOG_ERRORS\w+)$/;

/** Answers what gives back: variables of the environment, listeners and functions of the process, globals. */
function remember() {
  const env = { ...process.env };
  const { exit, exitCode, emitWarning, getBuiltinModule } = process;
  const directory = process.cwd();
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, { value }]) => value);
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    Object.assign(process, { exit, exitCode, emitWarning, getBuiltinModule });
    if (process.cwd() !== directory) process.chdir(directory);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!listeners.get(name)?.includes(listener))
          process.removeListener(name, /** @type {() => void} */ (listener));
    for (const [name, descriptor] of globals)
      if (world[name] !== descriptor.value) Object.defineProperty(world, name, descriptor);
    for (const symbol of Object.getOwnPropertySymbols(world))
      if (OF_A_RUN.test(symbol.description ?? '')) delete world[symbol];
  };
}
