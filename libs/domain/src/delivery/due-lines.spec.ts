import { DueLines, type DueEndpoint } from './due-lines.js';
import { Slots } from './slots.js';

const due = (endpointId: number, accountId: string, originId: number | null, isProven = false): DueEndpoint => ({
  endpointId,
  accountId,
  originId,
  origin: originId === null ? null : `https://${originId}.example`,
  isProven,
  dueFrom: 0,
});
const lined = (...endpoints: DueEndpoint[]): DueLines => {
  const lines = new DueLines();
  for (const endpoint of endpoints) lines.note(endpoint);
  return lines;
};
const idsOf = (lines: DueLines, count = 64, slots = new Slots()): number[] =>
  lines.next(slots, count, 0).map(({ endpoint }) => endpoint.endpointId);

describe('lines of endpoints', () => {
  it('serve accounts in turn, however many endpoints one of them has', () => {
    const lines = lined(...Array.from({ length: 100 }, (_, n) => due(n, 'rude', n)), due(500, 'late', 500));
    expect(idsOf(lines, 4)).toEqual([0, 500, 1, 2]);
  });

  it('serve the origins of an account in turn', () => {
    const lines = lined(...Array.from({ length: 9 }, (_, n) => due(n, 'one', 1)), due(50, 'one', 2));
    expect(idsOf(lines, 2, new Slots())).toEqual([0, 50]);
  });

  it('keep what has no slots, and read nothing of it', () => {
    const slots = new Slots();
    const lines = lined(...Array.from({ length: 9 }, (_, n) => due(n, 'one', 1)));
    expect(idsOf(lines, 64, slots)).toEqual([0]);
    expect([idsOf(lines, 64, slots), lines.size]).toEqual([[], 8]);
    slots.giveBack(due(0, 'one', 1), 3);
    expect(idsOf(lines, 64, slots)).toEqual([1]);
  });

  it('find an endpoint that answers behind any number that hang', () => {
    const slots = new Slots();
    const lines = lined(...Array.from({ length: 200 }, (_, n) => due(n, 'one', n)));
    idsOf(lines, 64, slots);
    lines.note(due(900, 'one', 900, true));
    expect(idsOf(lines, 64, slots)).toContain(900);
  });

  it('serve what waits longer, of endpoints that answer and those that do not', () => {
    expect(idsOf(lined(due(1, 'one', 1), due(2, 'one', 2, true), due(3, 'one', 3)))).toEqual([1, 2, 3]);
    expect(idsOf(lined(due(1, 'one', 1, true), due(2, 'one', 2), due(3, 'one', 3, true)))).toEqual([1, 2, 3]);
  });

  it('know an endpoint once, as it was noted last, with its earliest time', () => {
    const lines = lined({ ...due(1, 'one', 1), dueFrom: 7 }, { ...due(1, 'one', 1, true), dueFrom: 9 });
    const [pick] = lines.next(new Slots(), 64, 0);
    expect([pick!.endpoint, lines.size]).toMatchObject([{ isProven: true, dueFrom: 7 }, 0]);
  });

  it('hold a part of what waits for one origin, and go on for the others', () => {
    const lines = lined(...Array.from({ length: 10_000 }, (_, n) => due(n, 'one', 1)), due(20_000, 'one', 2));
    expect(lines.size).toBeLessThan(300);
    expect(idsOf(lines, 2)).toContain(20_000);
  });
});
