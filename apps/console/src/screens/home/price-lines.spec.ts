import { priceLines } from './price-lines.js';

type Histories = Parameters<typeof priceLines>[0];
const at = (day: number) => Date.UTC(2026, 0, day);
const entry = (revisionId: number, day: number, status: string, changes: object[] = []) => ({
  revisionId,
  observedAt: new Date(at(day)).toISOString(),
  recordedAt: '',
  status,
  changes,
});
const history = (listingId: string, price: number, entries: object[]) => ({ listingId, listing: { price }, entries });

it('follows each price through its changes up to now, with a gap while the advert is offline', () => {
  const histories = [
    history('a', 180, [
      entry(1, 1, 'ONLINE'),
      entry(2, 3, 'ONLINE', [{ attribute: 'price', old: 200, new: 180 }]),
      entry(3, 5, 'OFFLINE'),
    ]),
    history('b', 210, [entry(1, 2, 'ONLINE')]),
  ] as unknown as Histories;
  expect(priceLines(histories, at(9))).toEqual([
    { at: at(1), a: 200, b: null },
    { at: at(2), a: 200, b: 210 },
    { at: at(3), a: 180, b: 210 },
    { at: at(5), a: null, b: 210 },
    { at: at(9), a: null, b: 210 },
  ]);
});
