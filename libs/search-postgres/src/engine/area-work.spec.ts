import type { Criteria, Shape } from '@gable/domain/criteria';
import type { Position } from '@gable/domain/geo';
import { compileToSql } from './compile-to-sql.js';
import { bandsOf } from './ring-bands.js';
import { comb, fan, star } from '@gable/domain/testing';

const POSITION_BYTES = 16;

const shape = (...rings: Position[][]): Shape => ({ id: 'a', geometry: { type: 'Polygon', coordinates: rings } });
const naming = (included: readonly Shape[], times = 1): Criteria => ({
  conditions: [],
  operator: 'OR',
  children: Array.from({ length: times }, () => ({
    conditions: [{ kind: 'shape', included, excluded: null }],
    operator: 'AND',
    children: [],
  })),
});
const bytesOf = (parameters: readonly unknown[]) =>
  parameters.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 8), 0);

describe('the work that a shape makes', () => {
  it.each([
    ['a comb with upright teeth', comb(4_997, false)],
    ['a comb with lying teeth', comb(4_997, true)],
    ['a comb whose teeth cross both ways', fan(4_997)],
    ['a star', star(5_000)],
  ])('%s takes at most three times its own positions', (_, ring) => {
    const { bands } = bandsOf(ring);
    const positions = bands.reduce((sum, { length }) => sum + length / 2, 0);
    expect(positions).toBeLessThanOrEqual(3 * ring.length + 2 * bands.length);
    const { text, parameters } = compileToSql(naming([shape(ring)]));
    expect(bytesOf(parameters)).toBeLessThanOrEqual(3 * ring.length * POSITION_BYTES + 64 * bands.length + 256);
    expect(text.length).toBeLessThan(500);
  });

  it('cuts a comb along its teeth, so that a point meets few of them', () => {
    for (const lies of [false, true]) {
      const { bands, axis } = bandsOf(comb(4_997, lies));
      expect(axis).toBe(lies ? 1 : 0);
      expect(Math.max(...bands.map(({ length }) => length / 2))).toBeLessThan(64);
    }
  });

  it('is done once for a shape that is named a thousand times', () => {
    const hostile = shape(star(5_000));
    const [once, often] = [compileToSql(naming([hostile])), compileToSql(naming([hostile], 1_000))];
    expect(often.parameters).toEqual(once.parameters);
    expect(often.parameters.find(Buffer.isBuffer)).toBe(once.parameters.find(Buffer.isBuffer));
  });

  it('puts a crowd of small rings into one parameter, and into a shallow expression', () => {
    const rings = Array.from({ length: 1_250 }, (_, n): Position[] =>
      [
        [0, 0],
        [0.5, 0],
        [0.5, 0.5],
        [0, 0],
      ].map(([x, y]) => [n + x!, y!]),
    );
    const { text, parameters } = compileToSql(naming([shape(...rings)]));
    expect(parameters).toHaveLength(5);
    expect(text.length).toBeLessThan(400);
  });
});
