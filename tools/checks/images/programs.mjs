// Runs programs of the system, and prints what a check does, step by step.
import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Runs one step and prints how it ended; a failure ends the check.
 * @template T
 * @param {string} says
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(says, work) {
  const began = performance.now();
  console.log(`… ${says}`);
  try {
    const result = await work();
    console.log(`✓ ${says} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`✗ ${says}`);
    throw error;
  }
}

/**
 * What a program prints, without the last line break.
 * @param {string} program
 * @param {readonly string[]} args
 */
export function output(program, ...args) {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

/**
 * Runs a program that takes long and says much; its words are shown only where it fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, uid?: number, gid?: number, input?: string }} [options]
 */
export function quietly(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9, ...options });
  if (status === 0) return `${stdout}${stderr}`;
  const said = `${stdout}${stderr}`.split('\n').slice(-40).join('\n');
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `exit ${status}`}\n${said}`);
}

/** @param {string} program */
export function isInstalled(program) {
  return spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
}

/**
 * @param {boolean} holds
 * @param {string} otherwise what is wrong where it does not hold
 * @returns {asserts holds}
 */
export function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
