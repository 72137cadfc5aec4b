import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { Criteria } from '@gable/domain/criteria';
import { UNKNOWN } from './listing-document.js';
import { allowedTypes } from './stored-query.js';

/** The transactions and property types, `unknown` among them, outside of which no listing meets the tree. */
export interface Kinds {
  readonly transactions: readonly string[];
  readonly types: readonly string[];
}

export function kindsOf({ conditions, operator, children }: Criteria): Kinds {
  const own = conditions.flatMap((condition): Kinds[] => {
    if (condition.kind === 'transactionType') return [{ ...ANY_KIND, transactions: condition.included }];
    if (condition.kind === 'propertyType')
      return [{ ...ANY_KIND, types: allowedTypes(condition.included, condition.excluded) }];
    return [];
  });
  const nested = children.map(kindsOf);
  return [...own, ...(operator === 'OR' && nested.length > 0 ? [nested.reduce(either)] : nested)].reduce(
    both,
    ANY_KIND,
  );
}

const ANY_KIND: Kinds = { transactions: [...TRANSACTION_TYPES, UNKNOWN], types: [...PROPERTY_TYPES, UNKNOWN] };

const both = (one: Kinds, other: Kinds): Kinds => ({
  transactions: one.transactions.filter((each) => other.transactions.includes(each)),
  types: one.types.filter((each) => other.types.includes(each)),
});
const either = (one: Kinds, other: Kinds): Kinds => ({
  transactions: [...new Set([...one.transactions, ...other.transactions])],
  types: [...new Set([...one.types, ...other.types])],
});
