/** Nobody else removes it meanwhile. */
export const LOCK_SHAPE = 'select from shape where account_id = $1 and id = $2 for update';

/** The first alerts that use a shape. */
export const SELECT_ALERTS_OF_SHAPE = `
  select id from alert where account_id = $1 and shape_ids @> array[$2::uuid] and deleted_at is null
  order by id limit 10`;

/** Removes a shape that no alert uses. */
export const DELETE_SHAPE = 'delete from shape where id = $1';
