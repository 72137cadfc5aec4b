import { openDatabase } from '@gable/persistence';
import { createTestDatabase } from '@gable/testing';
import { loadDemo } from './load-demo.js';
import { generateDemo } from './generate-demo.js';
import { readFrance } from './read-communes.js';
it('times', async () => {
  const t = await createTestDatabase(); const d = await openDatabase(t.url);
  const t0 = Date.now(); const c0 = process.cpuUsage();
  const log: string[] = [];
  const o = { reference: new Date('2026-11-21T12:00:00.000Z'), rejectFolder: '/tmp/x' };
  await loadDemo(d, { ...o, onProgress: (p) => log.push(`${p.stage} ${p.done} ${Date.now() - t0}`) });
  console.log('TOTAL', Date.now() - t0, process.cpuUsage(c0), log[0], log.at(-9), log.at(-1));
  const rows = await d.query<{ domain: string; externalId: string; p: string }>(`select s.domain, l.external_id as "externalId", l.property_id as p from listing l join source s on s.id = l.source_id`);
  const demo = generateDemo(readFrance(), o);
  const pairs = (key: (r: (typeof rows)[number]) => string) => { const g = new Map<string, string[]>(); for (const r of rows) g.set(key(r), [...(g.get(key(r)) ?? []), r.domain + r.externalId]); const s = new Set<string>(); for (const m of g.values()) { m.sort(); for (let i = 0; i < m.length; i++) for (let j = i + 1; j < m.length; j++) s.add(m[i] + '|' + m[j]); } return s; };
  const truth = pairs((r) => demo.homeOf({ source: { domain: r.domain, name: '' }, externalId: r.externalId })); const found = pairs((r) => r.p);
  const hit = [...found].filter((x) => truth.has(x)).length;
  console.log('PAIRS truth', truth.size, 'found', found.size, 'hit', hit, 'P', hit / found.size, 'R', hit / truth.size);
  const cur = new Map<string, any>(); for (const l of demo.lines) if (l.status === 'ONLINE') cur.set(l.source.domain + l.externalId, l);
  const cls: Record<string, number> = {}; const add = (k: string) => { cls[k] = (cls[k] ?? 0) + 1; };
  for (const x of truth) { const [a, b] = x.split('|').map((k) => cur.get(k)); const k = [found.has(x) ? 'HIT' : 'miss', a.location.lat === undefined || b.location.lat === undefined ? 'nopoint' : 'point', a.source.domain === b.source.domain ? 'same-source' : 'cross', a.description.slice(0, 60) === b.description.slice(0, 60) ? 'same-text' : 'other-text', a.propertyType === 'FLAT' || a.propertyType === 'HOUSE' ? 'home' : 'else'].join(' '); add(k); }
  console.log('CLASSES', Object.entries(cls).sort().map((e) => e.join(': ')).join('\n'));
  const [r] = await d.query(`select * from listing where property_id is not null limit 1`); console.log(Object.keys(r as object).join(','));
  await d.close(); await t.drop();
}, 200000);
