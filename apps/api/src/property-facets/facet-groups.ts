import { withoutConditions, type Condition, type Criteria } from '@gable/domain/criteria';
import { FEATURE_FACETS, isOwnCondition, type Facet, type FeatureFacet } from '@gable/search';

/** Facets that are counted among the same listings: in one reading of them. */
export interface FacetGroup {
  readonly criteria: Criteria;
  readonly facets: ReadonlySet<Exclude<Facet, 'features'>>;
  readonly features: readonly FeatureFacet[];
}

/** The groups that answer these facets: each facet leaves out its own conditions, and most have none. */
export function facetGroups(criteria: Criteria, facets: ReadonlySet<Facet>): FacetGroup[] {
  const groups = new Map<
    string,
    { criteria: Criteria; facets: Set<Exclude<Facet, 'features'>>; features: FeatureFacet[] }
  >();
  const groupOf = (own: (condition: Condition) => boolean) => {
    // By the places of what is left out: to write the criteria down would write every position of a drawn area.
    const leftOut: number[] = [];
    let place = 0;
    const rest = withoutConditions(criteria, (condition) => {
      const isOwn = own(condition);
      if (isOwn) leftOut.push(place);
      place += 1;
      return isOwn;
    });
    const key = leftOut.join(' ');
    const group = groups.get(key) ?? { criteria: rest, facets: new Set(), features: [] };
    groups.set(key, group);
    return group;
  };
  for (const facet of facets) {
    if (facet !== 'features') groupOf((condition) => isOwnCondition(facet, condition)).facets.add(facet);
    else
      for (const feature of FEATURE_FACETS)
        groupOf(({ kind, ...rest }) => kind === 'flag' && 'field' in rest && rest.field === feature).features.push(
          feature,
        );
  }
  return [...groups.values()];
}
