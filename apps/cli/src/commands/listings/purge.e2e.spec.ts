import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GroupedStore } from '@gable/testing';
import { runGable } from '../../testing/run-gable.js';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-purge-'));
let store: GroupedStore;
const gable = (...args: string[]) => runGable<Record<string, unknown>>({ url: store.testDatabase.url, home }, ...args);

beforeAll(async () => {
  store = await GroupedStore.open();
});
afterAll(async () => {
  await store.close();
  fs.rmSync(home, { recursive: true });
});
jest.setTimeout(180_000);

it('takes an advert down by its address, lets it in again, and removes a whole source', async () => {
  const URL = 'https://portal.example/adverts/a';
  await store.feed({ externalId: 'a', url: URL }, { externalId: 'b', floor: 9, area: 30, rooms: 1 });
  const unknown = gable('listings', 'purge', URL, 'https://portal.example/other');
  expect(unknown).toMatchObject({ code: 1, answer: { error: expect.stringContaining('address 2 of') as string } });
  expect(gable('listings', 'purge', URL, '--by', 'Ada')).toMatchObject({
    code: 0,
    answer: { listings: 1, properties: 1, events: 0, deliveries: 0 },
  });
  expect(gable('listings', 'purge', URL).code).toBe(1);
  const readmit = ['listings', 'readmit', '--source', 'portal.example', '--external-id', 'a'];
  expect(gable(...readmit)).toMatchObject({ code: 0, answer: { readmitted: true } });
  expect(gable(...readmit).code).toBe(1);
  expect(gable('sources', 'purge', 'PORTAL.example')).toMatchObject({ code: 0, answer: { listings: 1 } });
  expect(gable('sources', 'purge', 'portal.example').code).toBe(1);
  const audit = gable('audit', 'list').answer as unknown as { action: string; actor: string; subject: unknown }[];
  expect(audit.map(({ action }) => action)).toEqual([
    'sources purge',
    'listings readmit',
    'listings readmit',
    'listings purge',
  ]);
  expect(JSON.stringify(audit)).not.toContain(URL);
});
