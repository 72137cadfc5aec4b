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
    const rest = withoutConditions(criteria, own);
    const key = JSON.stringify(rest);
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
