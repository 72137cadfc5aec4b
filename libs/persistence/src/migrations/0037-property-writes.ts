import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which transaction wrote which properties, so that who holds properties in memory reads again what changed. Triggers
 * note it once per statement, whoever writes. The first row is there from the beginning: the log is never empty.
 */
export class PropertyWrites1764800000037 implements MigrationInterface {
  name = 'PropertyWrites1764800000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger property_inserted on property;
      drop trigger property_updated on property;
      drop trigger property_deleted on property;
      drop trigger property_truncated on property;
      drop function note_property_write;
      drop table property_write;
    `);
  }
}

const TABLE = `
  create table property_write (
    id bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    property_ids uuid[],
    written_at timestamptz(3) not null default clock_timestamp()
  );
  create index property_write_xid on property_write (xid);
  comment on table property_write is
    'Which transaction wrote which properties: who holds properties in memory reads these again. Kept for an hour.';
  comment on column property_write.xid is 'The transaction that wrote them.';
  comment on column property_write.property_ids is 'Null: so many that all are to be read again.';
  insert into property_write (property_ids) values ('{}');
`;

/** More than a batch of ingest ever writes. */
const MOST_IDS = 10_000;

const TRIGGERS = `
  create function note_property_write() returns trigger language plpgsql as $$
  declare
    ids uuid[];
  begin
    if tg_op <> 'TRUNCATE' then
      select array_agg(id) into ids from (select id from written limit ${MOST_IDS + 1}) written;
      if ids is null then
        return null;
      end if;
      if cardinality(ids) > ${MOST_IDS} then
        ids := null;
      end if;
    end if;
    insert into property_write (property_ids) values (ids);
    return null;
  end $$;
  create trigger property_inserted after insert on property referencing new table as written
    for each statement execute function note_property_write();
  create trigger property_updated after update on property referencing new table as written
    for each statement execute function note_property_write();
  create trigger property_deleted after delete on property referencing old table as written
    for each statement execute function note_property_write();
  create trigger property_truncated after truncate on property
    for each statement execute function note_property_write();
`;
