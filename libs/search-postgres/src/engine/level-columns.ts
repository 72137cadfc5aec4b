/**
 * Column of table `listing` behind each level of which a listing has one division at most. What stands there stands in
 * `division_ids` too, and there is no other of its level in it (the index of divisions sees to that at ingest); so a
 * narrow index answers what the list of all would.
 */
export const LEVEL_COLUMNS = {
  COUNTRY: 'country_id',
  REGION: 'region_id',
  DEPARTMENT: 'department_id',
  CITY: 'city_id',
} as const;
/** A level of divisions that has a column of its own in table `listing`. */
export type DivisionLevel = keyof typeof LEVEL_COLUMNS;
