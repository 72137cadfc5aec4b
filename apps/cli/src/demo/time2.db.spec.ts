import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { loadDivisions } from '@gable/ingest';
import { Readable } from 'node:stream';
import { generateDemo } from './generate-demo.js';
import { readFrance } from './read-communes.js';
it('times', async () => {
  const t = await createTestDatabase(); const d = await openDatabase(t.url);
  const f = readFrance(); const t00 = Date.now();
  const demo = generateDemo(f, { reference: new Date('2026-11-21T12:00:00.000Z') });
  const t0 = Date.now();
  const log: string[] = [`gen ${t0 - t00}`];
  await loadDivisions(d, Readable.from([Buffer.from(demo.divisions.map((x) => JSON.stringify(x)).join('\n'))], { objectMode: false }), { rejectFile: '/tmp/x/r', onProgress: (p) => log.push(`${p.read} ${Date.now() - t0}`) });
  log.push(`end ${Date.now() - t0}`);
  console.log(log.filter((_, i) => i % 6 === 0 || i > 30).join('\n'));
  await d.close(); await t.drop();
}, 200000);
