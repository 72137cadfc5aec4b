import { CLASSIC_FILTER_SCHEMAS } from '../openapi/criteria-schemas.js';
import { describeMembers } from '../openapi/decorators.js';

/** The filters of classic mode, at the root of a body. */
export class ClassicFilters {}
describeMembers(ClassicFilters, CLASSIC_FILTER_SCHEMAS);

/** In advanced mode a classic filter may stand at the root as null. */
export class NoClassicFilters {}
describeMembers(
  NoClassicFilters,
  Object.fromEntries(Object.keys(CLASSIC_FILTER_SCHEMAS).map((name) => [name, { type: 'null' }])),
);
