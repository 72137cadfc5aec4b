import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A migration runs while the release before it works (docs/upgrading.md): it takes no lock for longer than a moment,
 * and takes away nothing that that release uses. What stands here was decided, or landed before this was held.
 */
const NEWEST_OF_BEFORE = 38;
/** Files after those that lock all the same, each with the reason why that is no harm. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '0039-administration.ts':
    'an account and an address of a receiver have a row each: index and check take milliseconds',
};

const files = readdirSync(__dirname)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .filter((file) => Number(file.slice(0, 4)) > NEWEST_OF_BEFORE && ACCEPTED[file] === undefined);

it('no new migration locks a table that is there, or takes away what the release before uses', () => {
  const found = files.map((file) => [file, findLocks(readFileSync(path.join(__dirname, file), 'utf8'))] as const);
  expect(Object.fromEntries(found.filter(([, locks]) => locks.length > 0))).toEqual({});
});

it.each([
  ['create index listing_x on listing (x)', 'create index without concurrently'],
  ['create unique index on account (name)', 'create index without concurrently'],
  ['alter table listing drop column title', 'drop column'],
  ['alter table listing alter column price type text', 'alter column … type'],
  ['alter table listing alter column price set not null', 'set not null'],
  ['alter table listing add column x text not null', 'add column … not null without default'],
  ['alter table listing add column y int, add column x text not null;', 'add column … not null without default'],
  ['alter table listing add column x uuid default gen_random_uuid()', 'add column with a default that is computed'],
  ['alter table listing rename column a to b', 'rename'],
  ['alter table listing add constraint c check (price > 0)', 'add constraint without not valid'],
  ['alter table listing add foreign key (source_id) references source', 'add constraint without not valid'],
  ['drop table listing', 'drop of a table or view'],
  ['update listing set price = 0 where price is null', 'update or delete of stored rows'],
  ['delete from listing where price is null', 'update or delete of stored rows'],
  ['lock table listing', 'lock table'],
  ['cluster listing', 'rewrite of a table'],
])('finds what is wrong with %s', (sql, expected) => {
  expect(findLocks(migrationOf(sql))).toEqual([expect.stringContaining(expected)]);
});

it.each([
  'create table new_one (id uuid primary key); create index new_one_x on new_one (id)',
  'create index concurrently listing_x on listing (x)',
  'alter table listing add column x text',
  'alter table listing add column x boolean not null default false',
  'alter table listing add constraint c check (price > 0) not valid',
  'create table new_one (id int not null); insert into new_one values (1); update new_one set id = 2',
  `comment on table listing is 'What to drop column or update listing set means'`,
])('lets %s pass', (sql) => {
  expect(findLocks(migrationOf(sql))).toEqual([]);
});

it('does not look at down, which undoes a step on an empty store', () => {
  expect(findLocks(`${migrationOf('select 1')} async down() { await runner.query('drop table listing'); }`)).toEqual(
    [],
  );
});

const migrationOf = (sql: string): string => `async up(runner) { await runner.query(\`${sql}\`); }`;

/** What of a migration's source locks a table that is there for long, or takes away what is used: a line each. */
function findLocks(source: string): string[] {
  const sql = statementsOf(source);
  const made = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!));
  const isStored = (table: string | undefined): boolean => !made.has(table ?? '');
  const found: string[] = [];
  const look = (what: string, pattern: RegExp, of: (match: RegExpExecArray) => boolean = () => true): void => {
    for (const match of sql.matchAll(pattern)) if (of(match)) found.push(`${what}: ${match[0].trim()}`);
  };
  look(
    'create index without concurrently',
    /create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (\w+)/g,
    (match) => isStored(match[1]),
  );
  for (const [, table, actions] of sql.matchAll(/alter table (?:only )?(\w+) ([^;`]+)/g))
    if (isStored(table))
      for (const action of actions!.split(/,(?![^(]*\))/)) found.push(...locksOf(table!, action.trim()));
  look('drop of a table or view', /drop (?:table|view) (?:if exists )?(\w+)/g, (match) => isStored(match[1]));
  look(
    'update or delete of stored rows',
    /(?<!(?:after|before|or|do|on) )(?:update|delete from) (\w+) (?:set|where|using)/g,
    (match) => isStored(match[1]),
  );
  look('lock table', /lock table (\w+)/g);
  look('rewrite of a table', /(?:^|[;`'\s])(?:cluster|vacuum full) (\w+)/g);
  return found;
}

function locksOf(table: string, action: string): string[] {
  const wrong = /^drop column/.test(action)
    ? 'drop column'
    : /^alter (?:column )?\w+ (?:set data )?type/.test(action)
      ? 'alter column … type'
      : /set not null/.test(action)
        ? 'set not null'
        : /^rename/.test(action)
          ? 'rename'
          : /^add column/.test(action) && /not null/.test(action) && !/default/.test(action)
            ? 'add column … not null without default'
            : /^add column/.test(action) && /default \w+\(/.test(action)
              ? 'add column with a default that is computed'
              : /^add (?:constraint|foreign key|check|unique|primary key)/.test(action) && !/not valid/.test(action)
                ? 'add constraint without not valid'
                : undefined;
  return wrong === undefined ? [] : [`${wrong}: alter table ${table} ${action}`];
}

/** Of `up` and of the constants: in one case, with single blanks, without comments and quoted texts. */
function statementsOf(source: string): string {
  return source
    .replace(/async down\([\s\S]*?\n {2}\}|async down\(.*\}/, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/comment on [^;`]*? is\s+('[^']*'\s*)+/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
