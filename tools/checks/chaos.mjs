// Short runs of npm run chaos for the gate: workers that match are killed ten times; with "delivery", workers that send
// five times, with "usage" APIs five times, both with the database stopped once. Nothing may be lost, doubled or made
// up. With "tenants" two customers are rude for half a minute; a wait below twelve seconds is not slow there, and a
// killed API may lose its last second and a half: two processors that do other things as well cannot tell more.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** @type {Record<string, string[]>} */
const SORTS = {
  matching: ['--kills', '10'],
  delivery: ['delivery', '--kills', '5', '--stops', '1'],
  usage: ['usage', '--kills', '5', '--stops', '1', '--floor', '1500'],
  tenants: ['tenants', '--minutes', '0.5', '--asks', '12', '--changes', '3', '--floor', '12000'],
};

const [sort = 'matching', ...rest] = process.argv.slice(2);
const chaos = path.join(import.meta.dirname, '..', 'chaos.mjs');
const { status } = spawnSync(process.execPath, [chaos, ...(SORTS[sort] ?? [sort]), ...rest], { stdio: 'inherit' });
process.exitCode = status ?? 1;
