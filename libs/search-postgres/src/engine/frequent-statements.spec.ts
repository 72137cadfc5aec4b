import { FrequentStatements } from './frequent-statements.js';

const noted = (times: number, ...texts: string[]): string[] => {
  const prepared: string[] = [];
  const statements = new FrequentStatements((text) => prepared.push(text));
  for (let n = 0; n < times; n += 1) for (const text of texts) statements.note(text);
  return prepared;
};

it('has a statement prepared once, when it has come often', () => {
  expect(noted(19, 'select 1')).toEqual([]);
  expect(noted(60, 'select 1', 'select 2')).toEqual(['select 1', 'select 2']);
});

it('has no more of them prepared than a connection can keep, and no long ones', () => {
  expect(noted(30, ...Array.from({ length: 200 }, (_, n) => `select ${n}`))).toHaveLength(50);
  expect(noted(30, `select ${'1'.repeat(2_000)}`)).toEqual([]);
});
