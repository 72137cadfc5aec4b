import { mailsAllowed, mailsCounted, mailsReturnedMs } from './mail-allowance.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('what one address may get', () => {
  it('is half of a day’s mails at once, and then one after the other', () => {
    expect(mailsAllowed(null, 300, NOW)).toBe(150);
    const next = mailsCounted(null, 150, 300, NOW)!;
    expect(next - NOW).toBe(DAY / 150);
    expect(mailsAllowed(next, 300, next - 1)).toBe(0);
    expect(mailsAllowed(next, 300, next)).toBe(1);
  });

  it('comes back while nothing is sent, up to half of a day’s mails', () => {
    const next = mailsCounted(null, 150, 300, NOW)!;
    expect(mailsAllowed(next, 300, NOW + DAY / 2)).toBe(75);
    expect(mailsAllowed(next, 300, NOW + DAY)).toBe(150);
    expect(mailsAllowed(next, 300, NOW + 9 * DAY)).toBe(150);
  });

  it('comes back at once for what was counted and did not go', () => {
    const next = mailsCounted(null, 150, 300, NOW)!;
    expect(mailsAllowed(next - mailsReturnedMs(20, 300), 300, NOW)).toBe(20);
  });

  it('is without bound where there is none', () => {
    expect(mailsAllowed(NOW + DAY, 0, NOW)).toBe(Infinity);
    expect(mailsCounted(null, 5, 0, NOW)).toBeNull();
    expect(mailsReturnedMs(5, 0)).toBe(0);
  });

  it.each([1, 2, 3, 7, 40, 300])('is never more than %d in any 24 hours, however it is asked for', (perDay) => {
    const sentAt: number[] = [];
    let next: number | null = null;
    let now = NOW;
    for (let step = 0; now < NOW + 12 * DAY; step += 1) {
      const wanted = [1, 5, 1_000][step % 3]!;
      const sent = Math.min(wanted, mailsAllowed(next, perDay, now));
      if (sent > 0) next = mailsCounted(next, sent, perDay, now);
      for (let n = 0; n < sent; n += 1) sentAt.push(now);
      now += step % 50 === 49 ? DAY * ((step % 7) / 4) : 600_000;
    }
    expect(sentAt.length).toBeGreaterThanOrEqual(perDay);
    const tooMany = sentAt.filter((at, i) => i >= perDay && at - sentAt[i - perDay]! < DAY);
    expect(tooMany).toEqual([]);
  });
});
