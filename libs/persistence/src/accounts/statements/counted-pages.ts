import type { QuotaKind } from '@gable/domain';

/** What an account has of a kind that its quota counts. An index has it in the order of its ids. */
interface CountedList {
  readonly table: string;
  readonly kind: QuotaKind;
  /** Which rows of the table are there for their account. */
  readonly condition: string;
  readonly direction: 'asc' | 'desc';
}

// The quota's row changes in the transaction that adds or removes: both ends of the list are of one moment.
const readPage = ({ table, kind, condition, direction }: CountedList): string => {
  const rows = (isHere: string, order: string, offset: string, limit: string) => `(
      select id from ${table} where account_id = $1 and ${condition} and (select ${isHere} from counted)
      order by id ${order} offset (select ${offset} from counted) limit (select ${limit} from counted))`;
  const isInFirstHalf = '2 * $2::bigint <= total';
  const limit = 'greatest(least($3::bigint, total - $2::bigint), 0)';
  const offsetFromEnd = `greatest(total - $2::bigint - ${limit}, 0)`;
  return `
  with counted as materialized (
    select coalesce((select used from account_quota where account_id = $1 and kind = '${kind}'), 0) as total
  )
  select total, array(
    select id from (
      ${rows(isInFirstHalf, direction, '$2::bigint', limit)}
      union all
      ${rows(`not (${isInFirstHalf})`, direction === 'asc' ? 'desc' : 'asc', offsetFromEnd, limit)}
    ) page order by id ${direction}
  ) as ids from counted`;
};

/**
 * How many alerts the account $1 has, and the ids of those at the offset $2, $3 at most, oldest first. They are read
 * from the end of the list that is nearer.
 */
export const PAGE_OF_ALERTS = readPage({
  table: 'alert',
  kind: 'alerts',
  condition: 'deleted_at is null',
  direction: 'asc',
});

/** The same of shapes, newest first. */
export const PAGE_OF_SHAPES = readPage({
  table: 'shape',
  kind: 'shapes',
  condition: 'removed_at is null',
  direction: 'desc',
});

/** The same of favourites, newest first. */
export const PAGE_OF_FAVORITES = readPage({
  table: 'favorite_property',
  kind: 'favorites',
  condition: 'true',
  direction: 'desc',
});
