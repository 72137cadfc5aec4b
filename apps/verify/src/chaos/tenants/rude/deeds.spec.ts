import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseCriteria } from '@gable/domain/criteria';
import { parseArea } from '@gable/domain/geo';
import { SeededRandom } from '@gable/domain/testing';
import type { Ask } from '../exchange.js';
import { DEEDS } from './deeds.js';
import { RudeTenant, type RudeAccount } from './rude-tenant.js';

/** What the API takes of a body. */
const MOST_BYTES = 65_536;
const ACCOUNT: RudeAccount = {
  number: 1,
  apiKeys: ['key'],
  alerts: { hangingHosts: ['a'], hangingPaths: ['b'], dripping: ['c'], put: ['d'], busy: ['e', 'f'] },
};

/** Writes down what it would ask; whatever it makes gets an id. */
class RecordingTenant extends RudeTenant {
  readonly asked: Ask[] = [];

  override ask(ask: Ask): ReturnType<RudeTenant['ask']> {
    this.asked.push(ask);
    return Promise.resolve({ at: 0, ms: 0, ending: 201, text: '{"id":"019aa000-0000-7000-8000-000000000001"}' });
  }
}

const feedsFolder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'deeds-')), 'feeds');
beforeAll(() => fs.mkdirSync(feedsFolder));
afterAll(() => fs.rmSync(path.dirname(feedsFolder), { recursive: true }));

async function acts(name: string): Promise<Ask[]> {
  const world = { apiUrl: 'http://127.0.0.1:1', feedsFolder, tarpitPort: 1 };
  const tenant = new RecordingTenant(ACCOUNT, world, new Map());
  for (let n = 0; n < 4; n += 1) await DEEDS[name]!.act(tenant, n, new SeededRandom(1));
  return tenant.asked;
}

const bytesOf = ({ body }: Ask): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body ?? null)));

it.each(Object.keys(DEEDS))('does %s with bodies that the API reads, or files that a worker finds', async (name) => {
  const before = fs.readdirSync(feedsFolder).length;
  const asked = await acts(name);
  const files = fs.readdirSync(feedsFolder).length - before;
  expect(asked.length + files).toBeGreaterThan(0);
  for (const ask of asked) expect(bytesOf(ask).length).toBeLessThanOrEqual(MOST_BYTES);
});

it('draws an area that is taken, and names it in criteria that are well-formed', async () => {
  const [shape, ...searches] = await acts('shapeSearches');
  expect(parseArea(JSON.parse(bytesOf(shape!).toString()))).toMatchObject({ ok: true });
  for (const search of searches) expect(wellFormed(search)).toBe(true);
  const [bush] = await acts('bushes');
  expect(wellFormed(bush!)).toBe(true);
});

/** Apart from shapes that nobody resolves here. */
function wellFormed(ask: Ask): boolean {
  const { criteria } = JSON.parse(bytesOf(ask).toString()) as { criteria: unknown };
  const parsed = parseCriteria(criteria);
  return parsed.ok || parsed.violations.every(({ propertyPath }) => propertyPath.includes('GeoShapeIds'));
}
