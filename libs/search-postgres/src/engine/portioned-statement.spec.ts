import { portionedStatement } from './portioned-statement.js';

it('reads the parameters of each question from its entry, under the types that they have', () => {
  const text = portionedStatement(
    'select count(*) from listing l where l.price >= $2::float8 and l.city_id = $1::bigint',
  );
  expect(text).toContain('(q.entry->>2)::float8 as p2, (q.entry->>1)::bigint as p1');
  expect(text).toContain('(select count(*) from listing l where l.price >= asked.p2 and l.city_id = asked.p1)');
});

it('leaves a statement alone where a parameter is a list, or does not say its type', () => {
  expect(portionedStatement('select 1 where $1 = $2::integer')).toBeNull();
  expect(portionedStatement('select 1 where 1 = any($1::integer[])')).toBeNull();
});
