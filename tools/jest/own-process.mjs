// The environment of spec files that run in the worker's own realm, one after the other. Jest's environment makes a
// realm per file; this one remembers what a file may change in the process, and gives it back at the file's end.
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
  };
}
