import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Criteria hold references to shapes, and the geometry of a shape lies in its row alone
 * (docs/decisions/0025-shapes-by-reference.md). What stored criteria hold of geometries goes; a shape that only they
 * still had gets its row back.
 */
export class ShapesOnce1764800000015 implements MigrationInterface {
  name = 'ShapesOnce1764800000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_COLUMNS);
    await runner.query(COUNT_POSITIONS);
    await runner.query(NAME_SHAPES_OF_HISTORY);
    for (const table of CRITERIA) await runner.query(bringBackShapes(table));
    await runner.query(COUNT_NAMED_POSITIONS);
    for (const { table } of CRITERIA) await runner.query(takeGeometriesOut(table));
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of CRITERIA) await runner.query(putGeometriesIn(table));
    await runner.query(DROP_COLUMNS);
  }
}

const ADD_COLUMNS = `
  alter table shape add column positions integer not null default 0, add column removed_at timestamptz(3);
  create index shape_removed on shape (removed_at) where removed_at is not null;
  alter table alert add column shape_positions bigint not null default 0;
  alter table alert_criteria_history add column shape_ids uuid[] not null default '{}';
  create index alert_criteria_history_shapes on alert_criteria_history using gin (shape_ids) where shape_ids <> '{}';
`;

/** Positions over all rings: lists of numbers, at whatever depth of the coordinates. */
const positionsOf = (geometry: string) =>
  `(select count(*) from jsonb_path_query(${geometry}, 'strict $.coordinates.**{2 to last} ? (@[0].type() == "number")'))`;

const COUNT_POSITIONS = `
  update shape set positions = ${positionsOf('geometry')};
  alter table shape alter column positions drop default;
`;

/** Criteria are JSON without blanks, as they were written: a geometry begins behind this, and ends with its brace. */
const BEFORE_GEOMETRY = `',"geometry":'`;
const pieces = (text: string) => `string_to_table(${text}, ${BEFORE_GEOMETRY}) with ordinality as pieces(piece, place)`;

/** The shapes that criteria hold, each as often as they do. The id is what stands before the geometry. */
const held = (text: string) => `(
  select case when next is not null then right(piece, 37)::char(36)::uuid end as id,
    case when next is not null then left(next, strpos(next, '}'))::jsonb end as geometry
  from (select piece, lead(piece) over (order by place) as next from ${pieces(text)}) as split
) as held`;

const NAME_SHAPES_OF_HISTORY = `
  update alert_criteria_history set shape_ids = array(
    select distinct held.id from ${held('criteria::text')} where held.id is not null
  )
  where strpos(criteria::text, ${BEFORE_GEOMETRY}) > 0;
`;

/** Whose criteria are stored, and whether a shape that they name is still in use. */
const CRITERIA = [
  { table: 'alert', alertId: 'id', inUse: 'alert.deleted_at is null' },
  { table: 'alert_criteria_history', alertId: 'alert_id', inUse: 'false' },
] as const;

/** Shapes that criteria hold and the table does not: they were removed while only older criteria named them. */
function bringBackShapes({ table, alertId, inUse }: (typeof CRITERIA)[number]): string {
  return `
    insert into shape (id, account_id, geometry, positions, created_at, removed_at)
    select distinct on (held.id) held.id, alert.account_id, held.geometry, ${positionsOf('held.geometry')},
      alert.created_at, case when ${inUse} then null else clock_timestamp() end
    from ${table} criteria
    join alert on alert.id = criteria.${alertId}, lateral ${held('criteria.criteria::text')}
    where exists (
        select from unnest(criteria.shape_ids) named where not exists (select from shape where shape.id = named)
      )
      and held.id is not null and not exists (select from shape where shape.id = held.id)
    order by held.id, alert.created_at`;
}

const COUNT_NAMED_POSITIONS = `
  update alert set shape_positions = (
    select coalesce(sum(shape.positions), 0) from ${held('criteria::text')} join shape on shape.id = held.id
  )
  where shape_ids <> '{}';
`;

const takeGeometriesOut = (table: string) => `
  update ${table} set criteria = (
    select string_agg(
      case when place = 1 then piece else substr(piece, strpos(piece, '}') + 1) end, '' order by place
    )::json from ${pieces('criteria::text')}
  )
  where shape_ids <> '{}'`;

const putGeometriesIn = (table: string) => `
  update ${table} set criteria = (
    select string_agg(
      case when place = 1 then piece
        else '{"id":"' || left(piece, 37) || coalesce(${BEFORE_GEOMETRY} || shape.geometry::text, '') || substr(piece, 38)
      end, '' order by place
    )::json
    from string_to_table(criteria::text, '{"id":"') with ordinality as pieces(piece, place)
    left join shape on place > 1 and shape.id = left(piece, 36)::uuid
  )
  where shape_ids <> '{}'`;

const COMMENTS = `
  comment on column shape.positions is 'Over all rings.';
  comment on column shape.removed_at is
    'Gone for its account. The row stays as long as criteria that were replaced name it.';
  comment on column alert.criteria is 'The canonical tree. Shapes stand in it by their ids; their rows have the geometries.';
  comment on column alert.shape_positions is 'Positions of the shapes in the criteria, each as often as it is named.';
  comment on column alert_criteria_history.shape_ids is 'Shapes that the criteria use.';
`;

const DROP_COLUMNS = `
  delete from shape where removed_at is not null;
  alter table shape drop column positions, drop column removed_at;
  alter table alert drop column shape_positions;
  alter table alert_criteria_history drop column shape_ids;
  comment on column alert.criteria is 'The canonical tree with its geometries, ready for the matcher.';
`;
