import { BarrenPace, LONGEST_REST_MS, restFor } from './barren-pace.js';

const MIB = 2 ** 20;

/** Reads so many MiB without a line, each in 4 ms, and answers the rest after each. */
function restsOf(mebibytes: number, msPerMib = 4): number[] {
  let now = 0;
  const pace = new BarrenPace(() => now);
  return Array.from({ length: mebibytes }, () => {
    now += msPerMib;
    const rest = pace.barren(MIB);
    now += rest;
    pace.rested();
    return rest;
  });
}

describe('a reader that finds no line', () => {
  it('works for a quarter of the time, and for a thirty-second part once that goes on', () => {
    const rests = restsOf(24);
    expect(rests.slice(0, 16)).toEqual(Array<number>(16).fill(12));
    expect(rests.slice(16)).toEqual(Array<number>(8).fill(124));
  });

  it('rests longer where reading takes longer, and never for more than a second at once', () => {
    expect(restsOf(1, 40)).toEqual([120]);
    expect(restsOf(1, 4_000)).toEqual([LONGEST_REST_MS]);
  });

  it('rests once a MiB, however small the pieces', () => {
    const pace = new BarrenPace(() => 0);
    let now = 0;
    const slow = new BarrenPace(() => (now += 1));
    const rests = Array.from({ length: 32 }, () => slow.barren(MIB / 16));
    expect(rests.filter((rest) => rest > 0)).toHaveLength(2);
    expect(pace.barren(MIB - 1)).toBe(0);
  });

  it('begins anew with every line', () => {
    let now = 0;
    const pace = new BarrenPace(() => now);
    for (let read = 0; read < 40; read += 1) {
      now += 4;
      expect(pace.barren(MIB)).toBeLessThanOrEqual(12);
      pace.fruitful();
    }
    now += 4;
    expect(pace.barren(MIB - 1)).toBe(0);
  });
});

it('a share of the time is what is left beside the rest', () => {
  expect(restFor(10, 1 / 4)).toBe(30);
  expect(restFor(10, 1)).toBe(0);
});
