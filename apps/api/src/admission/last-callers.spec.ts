import fc from 'fast-check';
import { LastCallers } from './last-callers.js';

it('knows an account as alone exactly while no other one asked within two seconds', () => {
  const call = fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd'), afterMs: fc.integer({ min: 0, max: 1_500 }) });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 50, size: 'max' }), (calls) => {
      let now = 0;
      const callers = new LastCallers(() => now);
      const askedAt = new Map<string, number>();
      for (const { account, afterMs } of calls) {
        now += afterMs;
        callers.note(account);
        askedAt.set(account, now);
        for (const each of ['a', 'b', 'c', 'd', 'nobody']) {
          const others = [...askedAt].filter(([other, at]) => other !== each && now - at <= 2_000);
          expect(callers.isAlone(each)).toBe(others.length === 0);
        }
      }
    }),
  );
});
