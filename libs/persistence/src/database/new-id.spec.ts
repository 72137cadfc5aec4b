import { newId } from './new-id.js';

const NOON = new Date('2026-03-01T12:00:00.000Z');
const timeOf = (id: string): Date => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

describe('newId', () => {
  it('makes a UUID of version 7 that carries the time it is given', () => {
    expect(newId(NOON)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(timeOf(newId(NOON))).toEqual(NOON);
  });

  it('ascends within a moment in the order of the calls', () => {
    const ids = Array.from({ length: 2_000 }, () => newId(NOON));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('knows nothing of the clock of this host, nor of what it was asked before', () => {
    jest.spyOn(Date, 'now').mockReturnValue(0);
    const later = newId(new Date(NOON.getTime() + 1));
    const earlier = newId(NOON);
    jest.restoreAllMocks();
    expect(earlier < later).toBe(true);
    expect(timeOf(earlier)).toEqual(NOON);
  });
});
