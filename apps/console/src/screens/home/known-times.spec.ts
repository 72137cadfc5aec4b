import { knownTimes } from './known-times.js';

const STORED = { createdAt: '2026-11-23T10:00:00Z', updatedAt: '2026-11-23T11:00:00Z' };

describe('knownTimes', () => {
  it('is the earliest first sight and the latest change of all listings, expired ones too', () => {
    const listings = [
      { firstSeenAt: '2026-03-02T00:00:00Z', lastChangedAt: '2026-05-01T00:00:00Z' },
      { firstSeenAt: '2026-02-02T01:00:00+02:00', lastChangedAt: '2026-04-01T00:00:00Z' },
      {},
    ];
    const expired = [{ firstSeenAt: '2026-01-05T00:00:00Z', lastChangedAt: '2026-02-01T00:00:00Z' }];
    expect(knownTimes({ ...STORED, listings })).toEqual({
      since: Date.parse('2026-02-01T23:00:00Z'),
      changed: Date.parse('2026-05-01T00:00:00Z'),
    });
    expect(knownTimes({ ...STORED, listings, expired }).since).toBe(Date.parse('2026-01-05T00:00:00Z'));
  });

  it('is what the store knows where no listing says it', () => {
    expect(knownTimes({ ...STORED, listings: [{}] })).toEqual({
      since: Date.parse(STORED.createdAt),
      changed: Date.parse(STORED.updatedAt),
    });
  });
});
