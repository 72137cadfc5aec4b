import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that have the lists of the API in their order, so that a page and a bounded count cost the same in a store of
 * any size. They are built while others write, which takes longer and must not happen in a transaction.
 */
export class ListsByTime1764800000020 implements MigrationInterface {
  name = 'ListsByTime1764800000020';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      // One that was cut short is there and of no use.
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${definition}`);
    }
    await runner.query('drop index concurrently if exists shape_account');
    await runner.query(`alter table source add column if not exists plain_name text not null default ''`);
    await writePlainNames(runner);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${INDEXES.map(([name]) => name).join(', ')}`);
    await runner.query('create index shape_account on shape (account_id)');
    await runner.query('alter table source drop column plain_name');
    await runner.query(OLD_COMMENTS);
  }
}

async function writePlainNames(runner: QueryRunner): Promise<void> {
  for (;;) {
    const sources = (await runner.query(
      `select id, name from source where plain_name = '' and name <> '' order by id limit 10000`,
    )) as { id: string; name: string }[];
    if (sources.length === 0) return;
    await runner.query(
      `update source set plain_name = named.plain_name from unnest($1::uuid[], $2::text[]) as named(id, plain_name)
       where source.id = named.id`,
      [sources.map(({ id }) => id), sources.map(({ name }) => plainText(name) || ' ')],
    );
  }
}

/** As the domain has it today. A name without any letter of its own is a space, so that it is not looked at again. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđħıßæœþð]/g, (letter) => PLAIN_LETTERS[letter]!);
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
};

const INDEXES: readonly (readonly [name: string, definition: string])[] = [
  ['alert_event_listed', 'alert_event (alert_id, created_at, id, event_type)'],
  ['event_notification_status', `event_notification (account_id, status, id) where status <> 'DELIVERED'`],
  ['delivery_endpoint_open', 'delivery_endpoint (account_id) where opened_at is not null'],
  ['favorite_property_listed', 'favorite_property (account_id, id)'],
  ['shape_listed', 'shape (account_id, id)'],
];

const COMMENTS = `
  comment on column alert_event.id is 'UUIDv7 of created_at: ids ascend with time.';
  comment on column source.plain_name is 'The name as it is searched: plainText of it.'`;
const OLD_COMMENTS = `
  comment on column alert_event.id is 'Ids ascend with time: the key is also the order in which events are read.'`;
