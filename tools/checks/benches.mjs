// node tools/checks/benches.mjs [NAME ...]: runs every bench in its smallest form and asks for results. What they say
// of speed counts for nothing; a bench that nobody runs for weeks breaks, or measures what is not there any more.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '..', '..');
const LONGEST_MS = 5 * 60_000;

/** @type {Readonly<Record<string, string>>} */
const SMALLEST = {
  accept: '--kept 8 --newcomers 20 --seconds 1 --rounds 1',
  analytics: '--properties 2000',
  backup: '--properties 1000',
  delivery: '--deliveries 500 --rate 50 --seconds 2 --backlog 500 --endpoints 20 --waiting 2000',
  geo: '--names 20 --requests 40 --properties 1000',
  grouping: '--adverts 2000',
  http: '--parts throughput,by-hand --properties 1000 --seconds 1',
  indexing: '--properties 500 --rate 50 --seconds 2 --writes 10',
  ingest: '--rounds 1',
  limits: '--keys 500 --pairs 1 --rounds 1 --seconds 1',
  lists: '--rows 20000 --rounds 2',
  matching: '--alerts 1000',
  outage: '--properties 500 --alerts 500 --rate 20 --seconds 3',
  percolator: '--alerts 500 --listings 100',
  pipeline: '--alerts 1000 --backlog 1000 --seconds 3 --broad 50 --puts 5 --parts start,backlog,steady,broad,churn',
  refresh: '--listings 500 --hours 2',
  retention: '--events 2000 --alerts 50 --revisions 2000',
  search: '--properties 2000',
  usage: '--properties 500 --pairs 1 --rounds 1 --seconds 1',
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SMALLEST);
let failed = 0;
for (const name of names) {
  const begun = Date.now();
  const problem = await problemOf(name);
  if (problem !== undefined) failed += 1;
  console.log(`${name}: ${problem ?? 'runs'} (${Math.round((Date.now() - begun) / 1_000)} s)`);
}
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * What is wrong with a bench; undefined where nothing is.
 * @param {string} name
 */
async function problemOf(name) {
  const args = [path.join(root, 'tools', 'bench.mjs'), name, ...(SMALLEST[name] ?? '').split(' '), '--json'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      timeout: LONGEST_MS,
      maxBuffer: 1e8,
    });
    const results = JSON.parse(stdout.slice(stdout.indexOf('[')));
    return Array.isArray(results) && results.length > 0 ? undefined : 'no results';
  } catch (error) {
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (error);
    return `FAILED: ${(stderr || message).trim().split('\n').slice(-8).join('\n')}`;
  }
}
