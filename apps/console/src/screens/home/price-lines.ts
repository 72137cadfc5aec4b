import type { Schema } from '../../client/api.js';

type History = Schema<'ListingHistory'>;

/** A moment of the chart: the price that each listing asked then, by its id; null while it was offline. */
export type PricePoint = { readonly at: number } & Readonly<Record<string, number | null>>;

/** What each listing asked over time, up to `now`. */
export function priceLines(histories: readonly History[], now: number): PricePoint[] {
  const steps = histories.map((history) => ({ id: history.listingId, steps: priceSteps(history) }));
  const moments = new Set([...steps.flatMap((each) => each.steps.map(({ at }) => at)), now]);
  return [...moments]
    .sort((one, other) => one - other)
    .map((at) => ({
      at,
      ...Object.fromEntries(
        steps.map((each) => [each.id, each.steps.findLast((step) => step.at <= at)?.price ?? null]),
      ),
    }));
}

/** When a listing's price became what, oldest first: what it is now, and back through its changes. */
export function priceSteps({ listing, entries }: History): { at: number; price: number | null }[] {
  let price = listing.price;
  const steps: { at: number; price: number | null }[] = [];
  for (const { observedAt, status, changes } of [...entries].sort((a, b) => b.revisionId - a.revisionId)) {
    steps.unshift({ at: Date.parse(observedAt), price: status === 'ONLINE' ? price : null });
    const change = changes.find(({ attribute }) => attribute === 'price');
    if (change !== undefined) price = change.old as number | null;
  }
  return steps;
}
