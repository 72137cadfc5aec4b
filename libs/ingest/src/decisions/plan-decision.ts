import { isUuid } from '@gable/domain';
import type { DecisionStore } from '@gable/persistence/properties';
import { DecisionRefused, refuseContradiction } from './decision-refused.js';

/** What a merge by hand comes to. */
export interface MergePlan {
  /** The property that stays: the one named first, or what it was merged into before. */
  readonly propertyId: string;
  /** Properties that go into it; none where all are one already. */
  readonly merged: readonly string[];
  /** All listings of all of them, oldest first. */
  readonly listingIds: readonly string[];
}

/** What a split by hand comes to. */
export interface SplitPlan {
  /** The property that is cut: the one named, or what it was merged into before. */
  readonly propertyId: string;
  /** Listings that become a property of their own, oldest first. */
  readonly going: readonly string[];
  readonly staying: readonly string[];
}

/**
 * Reads what a merge comes to, and writes nothing. Throws DecisionRefused where a property is unknown or a standing
 * decision keeps two of the listings apart.
 */
export async function planMerge(decisions: DecisionStore, propertyIds: readonly string[]): Promise<MergePlan> {
  const survivors: string[] = [];
  for (const id of propertyIds) survivors.push(await survivorOf(decisions, id));
  const [propertyId, ...merged] = [...new Set(survivors)] as [string, ...string[]];
  const listingIds = (await decisions.listingsOf([propertyId, ...merged])).map(({ id }) => id);
  refuseContradiction(await decisions.contradiction(listingIds, listingIds, false));
  return { propertyId, merged, listingIds };
}

/**
 * Reads what a split comes to, and writes nothing. Throws DecisionRefused where the property or one of the listings is
 * unknown, where none would be left, or where a standing decision holds one that goes and one that stays together.
 */
export async function planSplit(
  decisions: DecisionStore,
  property: string,
  listings: readonly string[],
): Promise<SplitPlan> {
  const propertyId = await survivorOf(decisions, property);
  const all = (await decisions.listingsOf([propertyId])).map(({ id }) => id);
  const named = new Set(listings.map((id) => id.toLowerCase()));
  const strange = [...named].find((id) => !all.includes(id));
  if (strange !== undefined)
    throw new DecisionRefused('NOT_OF_THE_PROPERTY', `Listing ${strange} does not belong to property ${propertyId}.`);
  const going = all.filter((id) => named.has(id));
  const staying = all.filter((id) => !named.has(id));
  if (staying.length === 0)
    throw new DecisionRefused('NOTHING_LEFT', `These are all listings of property ${propertyId}: leave at least one.`);
  refuseContradiction(await decisions.contradiction(going, staying, true));
  return { propertyId, going, staying };
}

async function survivorOf(decisions: DecisionStore, propertyId: string): Promise<string> {
  const survivor = isUuid(propertyId)
    ? (await decisions.survivorsOf([propertyId])).get(propertyId.toLowerCase())
    : undefined;
  if (survivor === undefined) throw new DecisionRefused('UNKNOWN_PROPERTY', `There is no property ${propertyId}.`);
  return survivor;
}
