// Reads docker/compose.yaml as Compose's own loader understands it, held against the Compose Specification.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../image/workspace.mjs';
import { goProgram } from '../programs/go-program.mjs';
import { quietly } from './programs.mjs';

const LOADER = { name: 'compose-spec', version: 'v2.16.2', package: 'github.com/compose-spec/compose-go/v2/cmd' };

/**
 * @typedef {{
 *   environment: Record<string, string>, command?: string[], volumes?: { source: string, target: string }[],
 *   read_only?: boolean, tmpfs?: string[], cap_drop?: string[], cap_add?: string[], security_opt?: string[],
 *   stop_grace_period?: string, build?: { target: string },
 * }} Service
 */

/**
 * The services of compose.yaml. A mistake of its form is an error that names the place.
 * @param {Record<string, string>} settings what docker/.env would say
 * @returns {Record<string, Service>}
 */
export function readCompose(settings) {
  const loader = goProgram(LOADER, { install: true });
  const file = path.join(root, 'docker/compose.yaml');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-compose-'));
  try {
    // Its copy, because a docker/.env beside the file would be read along. Settings are filled in below: the loader's
    // command does not take them from its environment.
    const copy = path.join(folder, 'compose.yaml');
    fs.copyFileSync(file, copy);
    const said = quietly(loader, ['-no-interpolation', '-no-path-resolution', '-format', 'json', copy], {
      cwd: folder,
    });
    return JSON.parse(said, (_, value) => (typeof value === 'string' ? fillIn(value, settings) : value)).services;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const INNERMOST = /\$\{(\w+):([-?])([^${}]*)\}/g;

/**
 * `${NAME:-default}` and `${NAME:?what is missing}`, also in each other: from the innermost outwards.
 * @param {string} text
 * @param {Record<string, string>} settings
 * @returns {string}
 */
function fillIn(text, settings) {
  const filled = text.replace(INNERMOST, (_, name, kind, rest) => {
    const value = settings[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '?') throw new Error(`compose.yaml: ${name} is not set: ${rest}`);
    return rest;
  });
  return filled === text ? text : fillIn(filled, settings);
}
