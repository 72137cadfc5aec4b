import { listAt, numberAt, valueAt, withValue } from './node-path.js';

it('reads and writes a condition wherever it stands', () => {
  const node = withValue({ price: { max: 3 } }, ['unit', 'terrace'], { value: true });
  expect(node).toEqual({ price: { max: 3 }, unit: { terrace: { value: true } } });
  expect(valueAt(node, ['unit', 'terrace', 'value'])).toBe(true);
  expect(valueAt(node, ['areas', 'land'])).toBeUndefined();
});

it('takes what is empty along with the last condition in it', () => {
  const node = { unit: { terrace: { value: true } }, price: { max: 3 } };
  expect(withValue(node, ['unit', 'terrace'], undefined)).toEqual({ price: { max: 3 } });
  expect(withValue(node, ['price'], { min: undefined, max: undefined })).toEqual({ unit: node.unit });
  expect(withValue({ location: { includedDivisionIds: [1] } }, ['location', 'includedDivisionIds'], [])).toEqual({});
});

it('leaves the node that it was given alone', () => {
  const node = { unit: { terrace: { value: true } } };
  withValue(node, ['unit', 'garden'], { value: false });
  expect(node).toEqual({ unit: { terrace: { value: true } } });
});

it('reads lists and numbers of an address only where they are such', () => {
  expect([listAt({ all: ['a'] }, 'all'), listAt({ all: 5 }, 'all'), listAt({}, 'all')]).toEqual([['a'], [], []]);
  expect([numberAt({ min: 0 }, 'min'), numberAt({ min: '5' }, 'min'), numberAt({}, 'min')]).toEqual([0, '', '']);
});
