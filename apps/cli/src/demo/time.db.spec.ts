import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { loadDemo } from './load-demo.js';
it('times', async () => {
  const t = await createTestDatabase(); const d = await openDatabase(t.url);
  const t0 = Date.now();
  const log: string[] = [];
  const r = await loadDemo(d, { reference: new Date('2026-11-21T12:00:00.000Z'), rejectFolder: '/tmp/x', onProgress: (p) => log.push(`${p.stage} ${p.done} ${Date.now() - t0}`) });
  console.log(log.filter((_, i) => i % 6 === 0 || i > 30).join('\n'), r);
  console.log(await d.query(`select count(*)::int n, count(distinct property_id)::int p from listing`));
  console.log(await d.query(`select count(distinct property_id)::int homes, count(*)::int n from listing where online and transaction_type = 0 and property_type = 0 and city_id=69123 and price between 150000 and 600000 and rooms >= 3`));
  await d.close(); await t.drop();
}, 200000);
