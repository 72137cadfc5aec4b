export { DivisionNames, type NameQuery } from './division-names.js';
export { type FoundDivision, NAME_MATCHES, type NameMatch, type NamedDivision } from './named-division.js';
export type { Pause } from './at-leisure.js';
