import { isVisible, parseSnapshot } from './snapshot.js';

describe('a snapshot', () => {
  it.each([
    ['10:20:10,15', 9, true],
    ['10:20:10,15', 10, false],
    ['10:20:10,15', 11, true],
    ['10:20:10,15', 15, false],
    ['10:20:10,15', 19, true],
    ['10:20:10,15', 20, false],
    ['10:20:10,15', 21, false],
    ['7:7:', 6, true],
    ['7:7:', 7, false],
  ])('%s sees transaction %i: %s', (text, xid, seen) => expect(isVisible(xid, parseSnapshot(text))).toBe(seen));
});
