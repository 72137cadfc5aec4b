import { connectionProblem } from './connection-problem.js';

const settings = {
  DATABASE_URL: 'postgres://u:secret@db.example:5432/g',
  DATABASE_DIRECT_URL: 'postgres://127.0.0.1/g',
};
const problemOf = (more: object) => connectionProblem(Object.assign(new Error('as the driver says'), more), settings);

it.each([
  [{ code: 'ENOTFOUND', hostname: 'db.example' }, 'DATABASE_URL: no host db.example (ENOTFOUND).'],
  [
    { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5432 },
    'DATABASE_URL or DATABASE_DIRECT_URL: nothing answers at 127.0.0.1:5432 (ECONNREFUSED).',
  ],
  [{ code: '28P01' }, 'DATABASE_URL or DATABASE_DIRECT_URL: as the driver says.'],
  [{ code: '3D000' }, 'DATABASE_URL or DATABASE_DIRECT_URL: as the driver says.'],
])('names the settings that lead to %j', (more, problem) => {
  expect(problemOf(more)).toBe(`The database cannot be reached. ${problem}`);
});

it('has nothing to say of what other programs do, nor of statements', () => {
  expect(problemOf({ code: 'ENOTFOUND', hostname: 'search.example' })).toBeUndefined();
  expect(problemOf({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 9200 })).toBeUndefined();
  expect(problemOf({ code: '42P01' })).toBeUndefined();
});
