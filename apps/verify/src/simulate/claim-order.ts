import { DueLines, Slots, type DuePick, type SlotPlace } from '@gable/domain/delivery';
import type { Endpoint, EndpointPlace, Sabotage } from './queue-rows.js';

/** An endpoint that has something due since a time. */
export interface DueIndex {
  readonly index: number;
  readonly place: EndpointPlace;
  readonly isProven: boolean;
  readonly due: number;
}

/** Whom one worker serves next, and what it has under way: its lines and its slots. */
export class ClaimOrder {
  readonly slots = new Slots();
  private readonly lines = new DueLines();
  private picks: readonly DuePick[] = [];

  constructor(private readonly sabotage: Sabotage | undefined) {}

  /** Endpoints to serve now, and how many deliveries of each; `endPicks` gives back what was not held meanwhile. */
  pick(due: readonly DueIndex[], now: number): { index: number; take: number }[] {
    if (this.sabotage === 'first come, first served') return this.firstCome(due);
    for (const each of due) this.lines.note({ ...this.placeOf(each), dueFrom: each.due });
    this.picks = this.lines.next(this.slots, ENDPOINTS_PER_CLAIM, now);
    return this.picks.map(({ endpoint, take }) => ({ index: endpoint.endpointId, take }));
  }

  endPicks(): void {
    for (const { endpoint, take } of this.picks) this.slots.giveBack(endpoint, take);
    this.picks = [];
  }

  hold(claimed: { readonly id: string; readonly endpoint: number }, { place, state }: Endpoint): void {
    this.slots.hold(claimed.id, this.placeOf({ index: claimed.endpoint, place, isProven: state.answersWell, due: 0 }));
  }

  private placeOf({ index, place: { account, origin }, isProven }: DueIndex): SlotPlace {
    const accountId = this.sabotage === 'accounts taken for one' ? 'everybody' : account;
    return {
      accountId,
      endpointId: index,
      originId: origin,
      origin: origin === null ? null : `https://o${origin}.example`,
      isProven,
    };
  }

  /** As it was before slots were counted: who waits longest, for as long as anything is free. */
  private firstCome(due: readonly DueIndex[]): { index: number; take: number }[] {
    let { free } = this.slots;
    return [...due]
      .sort((a, b) => a.due - b.due)
      .slice(0, ENDPOINTS_PER_CLAIM)
      .flatMap(({ index }) => {
        const take = Math.min(free, TAKEN_OF_EACH - this.slots.underWay(index));
        if (take <= 0) return [];
        free -= take;
        return [{ index, take }];
      });
  }
}

const ENDPOINTS_PER_CLAIM = 64;
const TAKEN_OF_EACH = 5;
