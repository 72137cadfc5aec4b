import type { Arrival } from './faulty-receivers.js';
import { checkArrivals, type DeliveryFindings, type RecordedDelivery } from './check-arrivals.js';

const URL = 'http://127.0.0.1:1/a';
const expected = (changes: Partial<RecordedDelivery> = {}): RecordedDelivery => ({
  eventId: 'e',
  deliveryId: 'e',
  url: URL,
  statuses: ['FAILED', 'DELIVERED'],
  ...changes,
});
const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  url: URL,
  webhookId: 'msg_e',
  eventId: 'e',
  listingId: 'l',
  bodyHash: 'h',
  isVerified: true,
  isAccepted: true,
  at: 0,
  ...changes,
});
const refused = arrival({ isAccepted: false });

/** Names of what was found. */
function found(findings: DeliveryFindings): string[] {
  return Object.entries(findings).flatMap(([name, lines]: [string, readonly string[]]) =>
    lines.length > 0 ? [name] : [],
  );
}

it('finds nothing where everything arrived, after failures too', () => {
  const { findings, duplicates } = checkArrivals(
    [expected(), expected({ eventId: 'f', deliveryId: 'f', statuses: ['DELIVERED'] })],
    [refused, arrival(), arrival({ webhookId: 'msg_f', eventId: 'f' })],
    [],
  );
  expect([found(findings), duplicates]).toEqual([[], 0]);
});

it('counts what was accepted twice, and finds it where no disturbance explains it', () => {
  const twice = [arrival(), arrival()];
  expect(checkArrivals([expected()], twice, [new Set(['e'])])).toMatchObject({
    duplicates: 1,
    findings: { doubledWithoutCause: [] },
  });
  expect(found(checkArrivals([expected()], twice, [new Set(['f'])]).findings)).toEqual(['doubledWithoutCause']);
  expect(found(checkArrivals([expected()], [...twice, arrival()], [new Set(['e'])]).findings)).toEqual([
    'doubledWithoutCause',
  ]);
});

it.each<[string, RecordedDelivery[], Arrival[], string[]]>([
  ['an event that only ever was refused', [expected()], [refused], ['lost']],
  ['an event that was never queued', [expected({ statuses: [] })], [], ['lost', 'misrecorded']],
  ['an event of another receiver', [expected()], [arrival({ url: 'http://127.0.0.1:2/a' })], ['madeUp']],
  [
    'an event under the id of another delivery',
    [expected()],
    [arrival(), arrival({ eventId: 'f' })].slice(1),
    ['madeUp'],
  ],
  ['a webhook of nothing', [], [arrival()], ['madeUp']],
  ['a signature that does not verify', [expected()], [arrival({ isVerified: false })], ['notVerified']],
  [
    'another body at another attempt',
    [expected()],
    [arrival({ isAccepted: false, bodyHash: 'g' }), arrival()],
    ['changedBytes'],
  ],
  [
    'an arrival that the database knows nothing of',
    [expected({ statuses: ['FAILED', 'PENDING'] })],
    [arrival()],
    ['misrecorded'],
  ],
  [
    'an attempt after the one that delivered',
    [expected({ statuses: ['DELIVERED', 'DELIVERED'] })],
    [arrival()],
    ['misrecorded'],
  ],
])('finds %s', (_, deliveries, arrivals, names) => {
  expect(found(checkArrivals(deliveries, arrivals, []).findings)).toEqual(names);
});
