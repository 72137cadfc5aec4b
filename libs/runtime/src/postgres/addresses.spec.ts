import { readAddresses } from './addresses.js';

it('reads an address with one server as it is', () => {
  const url = 'postgres://u:p%40ss@db.example/gable?sslmode=require';
  expect(readAddresses(url)).toEqual({ url, hosts: [{ host: 'db.example', port: 5432 }] });
});

it('reads several servers, each with its port, and leaves the first in the address', () => {
  expect(readAddresses('postgresql://u:p@one:5433,two,[::1]:6000/gable?application_name=x')).toEqual({
    url: 'postgresql://u:p@one:5433/gable?application_name=x',
    hosts: [
      { host: 'one', port: 5433 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 6000 },
    ],
  });
});

it.each(['mysql://db', 'postgres://one:port,two/gable', 'postgres://one,two:99999/gable', 'gable'])(
  'does not read %s',
  (text) => {
    expect(readAddresses(text)).toBeUndefined();
  },
);
