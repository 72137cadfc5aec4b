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
  [{ code: '53300' }, 'DATABASE_URL or DATABASE_DIRECT_URL: as the driver says.'],
  [{ code: '57P03' }, 'DATABASE_URL or DATABASE_DIRECT_URL: as the driver says.'],
  [
    { message: 'Connection terminated due to connection timeout: Connection terminated unexpectedly' },
    'DATABASE_URL or DATABASE_DIRECT_URL: the server does not answer within 5 s.',
  ],
])('names the settings that lead to %j', (more, problem) => {
  expect(problemOf(more)).toBe(`The database cannot be reached. ${problem}`);
});

it.each([
  [{ message: 'The server does not support SSL connections' }, 'the server does not support SSL connections'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }, 'self-signed certificate'],
])('names the setting that asks for TLS where there is none: %j', (more, problem) => {
  const error = Object.assign(new Error(more.message), more);
  const withTls = { ...settings, DATABASE_URL: `${settings.DATABASE_URL}?sslmode=verify-full` };
  expect(connectionProblem(error, withTls)).toBe(
    `The database cannot be reached. DATABASE_URL: TLS, as sslmode asks for it: ${problem}.`,
  );
  expect(connectionProblem(error, settings)).toBeUndefined();
});

it('has nothing to say of what other programs do, nor of statements', () => {
  expect(problemOf({ code: 'ENOTFOUND', hostname: 'search.example' })).toBeUndefined();
  expect(problemOf({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 9200 })).toBeUndefined();
  expect(problemOf({ code: '42P01' })).toBeUndefined();
});
