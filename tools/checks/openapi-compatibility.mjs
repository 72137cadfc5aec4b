// Compares the interface of the built API with the last release (apps/api/openapi/released.json) and names every
// incompatible change. It needs a build and no database. Changes that are meant stand in accepted-changes.json, each
// with its reason. `--release` writes the current document as the released one and empties that list.
import fs from 'node:fs';
import path from 'node:path';
import * as prettier from 'prettier';
import { compareDocuments } from './openapi/changes.mjs';
import { missedChanges } from './openapi/deliberate-changes.mjs';

/** @typedef {import('./openapi/schemas.mjs').ApiDocument} ApiDocument */

const root = path.resolve(import.meta.dirname, '../..');
const RELEASED = path.join(root, 'apps/api/openapi/released.json');

const ACCEPTED = path.join(root, 'apps/api/openapi/accepted-changes.json');

const { describeApi } = await import(path.join(root, 'apps/api/dist/describe-api.js'));
const current = /** @type {ApiDocument} */ (sorted(JSON.parse(JSON.stringify(await describeApi()))));

if (process.argv.includes('--release')) {
  fs.mkdirSync(path.dirname(RELEASED), { recursive: true });
  fs.writeFileSync(
    RELEASED,
    await prettier.format(JSON.stringify(current, null, 2), { parser: 'json', printWidth: 120 }),
  );
  fs.writeFileSync(ACCEPTED, '[]\n');
  console.log(`Written: ${path.relative(root, RELEASED)}`);
} else {
  const missed = missedChanges();
  for (const name of missed) console.log(`NOT FOUND: a deliberate change, ${name}`);
  const { incompatible, additions } = compareDocuments(JSON.parse(fs.readFileSync(RELEASED, 'utf8')), current);
  const { refused, accepted, unused } = sortOut(incompatible);
  for (const { pointer, message } of additions) console.log(`addition: ${message}: ${pointer}`);
  for (const { pointer, message } of refused) console.log(`INCOMPATIBLE: ${message}: ${pointer}`);
  for (const { at, why } of unused) console.log(`NOT FOUND: an accepted change at ${at} (${why})`);
  console.log(
    `${refused.length} incompatible changes, ${accepted} accepted ones and ${additions.length} additions since the ` +
      'last release.',
  );
  process.exitCode = refused.length + missed.length + unused.length === 0 ? 0 : 1;
}

/**
 * Which incompatible changes are meant, and which entries of the list meet none.
 * @param {readonly { pointer: string; message: string }[]} incompatible
 */
function sortOut(incompatible) {
  /** @type {{ at: string; message: string; why: string }[]} */
  const meant = JSON.parse(fs.readFileSync(ACCEPTED, 'utf8'));
  const used = new Set();
  const refused = incompatible.filter(({ pointer, message }) => {
    const entry = meant.find((each) => new RegExp(each.at).test(pointer) && new RegExp(each.message).test(message));
    used.add(entry);
    return entry === undefined;
  });
  return { refused, accepted: incompatible.length - refused.length, unused: meant.filter((each) => !used.has(each)) };
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
