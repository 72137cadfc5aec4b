import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERT_EVENT_TYPES } from './event-type.js';
import { parseAlert } from './parse-alert.js';

const page = (name: string) => readFileSync(join(__dirname, '../../../..', name), 'utf8');
const bodiesIn = (text: string) =>
  [...text.matchAll(/\/alerts -H [^]*?-d '([^']*)'/g)].map(([, body]) => JSON.parse(body!) as unknown);
const context = {
  places: { knowsDivision: () => true, shape: () => undefined },
  allowedNetworks: [],
  newSigningKey: () => 'whsec_',
};

describe.each(['docs/alerts.md', 'README.md'])('%s', (name) => {
  it('shows only alerts that are accepted', () => {
    const bodies = bodiesIn(page(name));
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.map((body) => parseAlert(body, context)).filter(({ ok }) => !ok)).toEqual([]);
  });
});

it('docs/alerts.md tells a story of every event type', () => {
  const rows = [...page('docs/alerts.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, type]) => type!);
  expect(rows.sort()).toEqual([...ALERT_EVENT_TYPES].sort());
});
