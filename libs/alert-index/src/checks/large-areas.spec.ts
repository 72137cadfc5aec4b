import type { Criteria } from '@gable/domain/criteria';
import type { AreaGeometry } from '@gable/domain/geo';
import { star } from '@gable/domain/testing';
import { AlertIndex } from '../alert-index.js';
import { Interned } from '../storage/interned.js';
import { Lexicon } from '../words/lexicon.js';
import { Atoms } from './atoms.js';

const areaOf = (size: number): AreaGeometry => ({ type: 'Polygon', coordinates: [star(size)] });

/** A shape and 64 alternatives beside it: as many boxes, each of which has the shape. */
function crowded(geometry: AreaGeometry): Criteria {
  return {
    conditions: [{ kind: 'shape', included: [{ id: 'a', geometry }], excluded: null }],
    operator: 'OR',
    children: Array.from({ length: 64 }, (_, n) => ({
      conditions: [{ kind: 'range', field: 'price', min: n * 10, max: n * 10 + 5, allowNull: false }],
      operator: 'AND',
      children: [],
    })),
  };
}

it('writes a shape down once, however many boxes of an alert have it', () => {
  const intern = jest.spyOn(Interned.prototype, 'intern');
  const index = new AlertIndex();
  index.add(1, crowded(areaOf(5_000)));
  const words = intern.mock.calls.reduce((sum, [, length]) => sum + length, 0);
  intern.mockRestore();
  expect(words).toBeLessThan(2 * (4 * 5_000) + 10_000);
  const found = new Int32Array(4);
  const inside = { lat: 48.75, lng: 2.25 };
  expect(index.match({ price: 13, location: inside }, found)).toBe(1);
  expect(index.match({ price: 17, location: inside }, found)).toBe(0);
});

it('does not take an area for another that stands in its place by now', () => {
  const atoms = new Atoms(new Lexicon());
  const [one, other] = [areaOf(100), areaOf(101)];
  const place = (geometry: AreaGeometry) => atoms.outlines([{ kind: 'area', geometry }]);
  const first = place(one);
  expect(place(one)).toBe(first);
  atoms.release(first);
  atoms.release(first);
  const second = place(other);
  const third = place(one);
  expect(third).not.toBe(second);
  expect(place(other)).toBe(second);
});
