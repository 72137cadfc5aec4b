import { createTestDatabase, queryOnce, type TestDatabase } from '@gable/testing';
import { migrate } from './open-database.js';

let testDatabase: TestDatabase;
const role = `newcomer_${process.pid}`;
let database: string;
let url: URL;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await queryOnce(testDatabase.url, `create role ${role} login password 'new'`);
});
afterAll(async () => {
  await queryOnce(testDatabase.url, `drop role ${role}`);
  await testDatabase.drop();
});

beforeEach(async () => {
  url = new URL(testDatabase.url);
  database = `${url.pathname.slice(1)}_empty`;
  await queryOnce(testDatabase.url, `create database ${database} template template0`);
  url.pathname = `/${database}`;
});
afterEach(async () => {
  await queryOnce(testDatabase.url, `drop database ${database} with (force)`);
});

const asNewcomer = (): string => {
  const address = new URL(url);
  [address.username, address.password] = [role, 'new'];
  return address.href;
};

const tables = () =>
  queryOnce(url.href, `select tablename as name from pg_tables where schemaname = 'public' order by 1`);

it('migrate tells a role that may make no tables what to grant it, and either works', async () => {
  const grants = [`alter database ${database} owner to ${role}`, `grant create on schema public to ${role}`];
  await expect(migrate(asNewcomer())).rejects.toThrow(
    `The role ${role} may make no tables in the schema public of the database ${database}. ` +
      `As a superuser or its owner: ${grants[0]}, or, connected to it: ${grants[1]}.`,
  );
  await queryOnce(url.href, grants[1]!);
  await expect(migrate(asNewcomer())).resolves.not.toHaveLength(0);
});

it('migrate says of a role whose search_path leads nowhere what that is', async () => {
  await queryOnce(url.href, `alter role ${role} in database ${database} set search_path = nowhere`);
  await expect(migrate(asNewcomer())).rejects.toThrow(
    `The search_path of the role ${role} (nowhere) leads to no schema that it may use.`,
  );
});

it('migrate leaves a database alone in which another program has tables of the same names', async () => {
  await queryOnce(url.href, 'create table listing (id integer)');
  await queryOnce(url.href, 'create view alert as select 1 as one');
  await queryOnce(url.href, 'create table quite_another (id integer)');
  await expect(migrate(url.href)).rejects.toThrow(
    `The schema public of the database ${database} has tables of another program under names that Gable needs ` +
      '(alert, listing). Nothing was changed: give Gable a database of its own.',
  );
  expect(await tables()).toEqual([{ name: 'listing' }, { name: 'quite_another' }]);
});

it('migrate takes a database that has other tables than its own', async () => {
  await queryOnce(url.href, 'create table quite_another (id integer)');
  await expect(migrate(url.href)).resolves.not.toHaveLength(0);
});
