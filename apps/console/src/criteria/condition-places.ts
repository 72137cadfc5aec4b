import type { ConditionPath, CriteriaNode } from './node-path.js';

/** What one condition is written with. Other members of a member of a node are conditions of their own. */
type Bound = 'min' | 'max' | 'gte' | 'lte' | 'value' | 'included' | 'excluded' | 'allowNull';
type Member<Value> = keyof NonNullable<Value> & string;
type Inner<Value> = Exclude<Member<Value>, Bound>;

/** Members of a node whose conditions can be told by their form. */
type Formed = Omit<CriteriaNode, 'location' | 'text' | 'operator' | 'children' | 'branches'>;
type PlacesOfFormed = {
  [Name in Member<Formed>]: [Inner<Formed[Name]>] extends [never] ? Name : `${Name}.${Inner<Formed[Name]>}`;
}[Member<Formed>];

type Location = NonNullable<CriteriaNode['location']>;
type ListsOfLocation = {
  [Name in Member<Location>]: 'allowNull' extends Member<Location[Name]> ? `location.${Name}` : never;
}[Member<Location>];

/**
 * Where the interface takes conditions, such as `price` and `unit.terrace`, by its own description. `unit.bathrooms` is
 * `rooms.bathrooms` once more.
 */
export type ConditionPlace = Exclude<PlacesOfFormed, 'unit.bathrooms'> | ListsOfLocation | 'location' | 'text';

/** `['unit', 'terrace']` of `unit.terrace`. */
export type PathOf<Place extends string> = Place extends `${infer Group}.${infer Name}`
  ? readonly [Group, Name]
  : readonly [Place];
/** And back. */
export type PlaceOf<Path extends ConditionPath> = Path extends readonly [
  infer Group extends string,
  infer Name extends string,
]
  ? `${Group}.${Name}`
  : Path[0];
