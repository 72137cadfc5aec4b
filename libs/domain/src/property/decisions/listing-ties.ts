/** What a person decided about two listings: that they show one property, or that they do not. */
export interface Tie {
  readonly listingId: string;
  readonly otherId: string;
  readonly together: boolean;
}

/**
 * The manual decisions around some listings. They stand above every score and every veto, for as long as they are not
 * withdrawn.
 */
export class ListingTies {
  private readonly bound = new Map<string, Set<string>>();
  private readonly apart = new Map<string, Set<string>>();

  constructor(ties: Iterable<Tie> = []) {
    for (const tie of ties) this.add(tie);
  }

  /** Holds in both directions. */
  add({ listingId, otherId, together }: Tie): void {
    const ties = together ? this.bound : this.apart;
    put(ties, listingId, otherId);
    put(ties, otherId, listingId);
  }

  clear(): void {
    this.bound.clear();
    this.apart.clear();
  }

  /** The listing and everything that has to share its property: what is bound to it, to those, and so on. */
  unitOf(listingId: string): ReadonlySet<string> {
    const unit = new Set([listingId]);
    // a set takes in what is added while it is walked
    for (const id of unit) for (const other of this.bound.get(id) ?? []) unit.add(other);
    return unit;
  }

  /** Whether one of these listings must never share a property with one of the others. */
  keepApart(listingIds: Iterable<string>, others: readonly { readonly id: string }[]): boolean {
    if (this.apart.size === 0) return false;
    for (const id of listingIds) {
      const never = this.apart.get(id);
      if (never !== undefined && others.some((other) => never.has(other.id))) return true;
    }
    return false;
  }
}

function put(ties: Map<string, Set<string>>, from: string, to: string): void {
  const known = ties.get(from);
  if (known === undefined) ties.set(from, new Set([to]));
  else known.add(to);
}
