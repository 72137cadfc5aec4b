import { propertyTypeCode, TRANSACTION_TYPES } from '@gable/domain';
import { asksForWords, type Condition, type Criteria } from '@gable/domain/criteria';
import { FORMER_COLUMNS } from '@gable/persistence/listings';
import { compileToSql, type SqlOptions } from '../engine/compile-to-sql.js';
import type { Bind } from '../engine/bind.js';
import { necessaryConditions } from '../engine/necessary-conditions.js';

/** Criteria that the state of an event's listing has to meet. */
export interface AskedStates {
  readonly criteria: Criteria;
  readonly levelOf: NonNullable<SqlOptions['levelOf']>;
}

/** The events whose state meets criteria: what stands in for the table, and what to ask of it beside. */
export interface StatesSql {
  readonly from: string;
  readonly where: readonly string[];
}

/** Where no state is asked for. */
export const ALL_EVENTS: StatesSql = { from: 'market_event', where: [] };

/**
 * An event has the state of its revision: the newest stands in `listing`, those before it in `former_listing`, and both
 * are asked with the same compiler as a search. What every such event has in its own columns is said once more, because
 * it is those that the indexes of events are made of. Adds to the parameters of the statement.
 */
export function statesSql(asked: AskedStates, values: unknown[]): StatesSql {
  const bind: Bind = (value) => `$${values.push(value)}`;
  const necessary = necessaryConditions(asked.criteria);
  const isPlaced = necessary.some((condition) => citiesOf(condition, asked.levelOf) !== null);
  const states = asksForWords(asked.criteria) && !isPlaced ? foundStates : filteredStates;
  const where = necessary.flatMap((condition) => eventBound(condition, asked.levelOf, bind));
  const { table, condition } = states(compileInto(values, asked));
  return {
    from: `(
        select event.* from market_event event
        join (${table}
        ) l on l.id = event.listing_id and l.revision_id = event.revision_id
        where ${condition}
      ) event_meeting`,
    where,
  };
}

type Compile = (hasWords: boolean) => string;
type States = (compile: Compile) => { readonly table: string; readonly condition: string };

/** All states, asked outside: only so does PostgreSQL look the states of few events up one by one. */
const filteredStates: States = (compile) => ({
  table: `
        select id, revision_id, ${COLUMNS} from listing
        union all
        select listing_id, revision_id, ${COLUMNS} from former_listing`,
  condition: compile(false),
});

/** The states that meet the criteria, for words anywhere: their index finds them. */
const foundStates: States = (compile) => ({
  table: `
        select l.id, l.revision_id from listing l where ${compile(true)}
        union all
        select l.listing_id, l.revision_id from former_listing l where ${compile(false)}`,
  condition: 'true',
});

const COLUMNS = FORMER_COLUMNS.join(', ');

function compileInto(values: unknown[], { criteria, levelOf }: AskedStates): Compile {
  return (hasWords) => {
    const { text, parameters } = compileToSql(criteria, { firstParameter: values.length + 1, levelOf, hasWords });
    for (const parameter of parameters) values.push(parameter);
    return text;
  };
}

function eventBound(condition: Condition, levelOf: AskedStates['levelOf'], bind: Bind): string[] {
  if (condition.kind === 'transactionType')
    return [`transaction_type = any(${bind(condition.included.map(codeOfTransaction))}::smallint[])`];
  if (condition.kind === 'propertyType')
    return condition.included === null
      ? []
      : [`property_type = any(${bind(condition.included.map(propertyTypeCode))}::smallint[])`];
  const cities = citiesOf(condition, levelOf);
  return cities === null ? [] : [`city_id = any(${bind(cities)}::bigint[])`];
}

/** The cities that a condition asks for one of; null where it asks for something else. */
function citiesOf(condition: Condition, levelOf: AskedStates['levelOf']): readonly number[] | null {
  if (condition.kind !== 'division' || condition.included === null) return null;
  return condition.included.every((id) => levelOf(id) === 'CITY') ? condition.included : null;
}

const codeOfTransaction = (type: (typeof TRANSACTION_TYPES)[number]): number => TRANSACTION_TYPES.indexOf(type);
