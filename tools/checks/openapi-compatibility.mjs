// Compares the interface of the built API with the last release (apps/api/openapi/released.json) and names every
// incompatible change. It needs a build and no database. `--release` writes the current document as the released one.
import fs from 'node:fs';
import path from 'node:path';
import * as prettier from 'prettier';
import { compareDocuments } from './openapi-changes.mjs';
import { missedChanges } from './openapi-deliberate-changes.mjs';

/** @typedef {import('./openapi-schemas.mjs').ApiDocument} ApiDocument */

const root = path.resolve(import.meta.dirname, '../..');
const RELEASED = path.join(root, 'apps/api/openapi/released.json');

const { describeApi } = await import(path.join(root, 'apps/api/dist/describe-api.js'));
const current = /** @type {ApiDocument} */ (sorted(JSON.parse(JSON.stringify(await describeApi()))));

if (process.argv.includes('--release')) {
  fs.mkdirSync(path.dirname(RELEASED), { recursive: true });
  fs.writeFileSync(
    RELEASED,
    await prettier.format(JSON.stringify(current, null, 2), { parser: 'json', printWidth: 120 }),
  );
  console.log(`Written: ${path.relative(root, RELEASED)}`);
} else {
  const missed = missedChanges();
  for (const name of missed) console.log(`NOT FOUND: a deliberate change, ${name}`);
  const { incompatible, additions } = compareDocuments(JSON.parse(fs.readFileSync(RELEASED, 'utf8')), current);
  for (const { pointer, message } of additions) console.log(`addition: ${message}: ${pointer}`);
  for (const { pointer, message } of incompatible) console.log(`INCOMPATIBLE: ${message}: ${pointer}`);
  console.log(`${incompatible.length} incompatible changes and ${additions.length} additions since the last release.`);
  process.exitCode = incompatible.length + missed.length === 0 ? 0 : 1;
}

/**
 * The order of members says nothing, and depends on the order in which modules are read.
 * @param {unknown} value
 * @returns {unknown}
 */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
