/**
 * A step of something that goes on: yields how long it waits, in milliseconds. Everything between two yields happens at
 * once, as a transaction does.
 */
export type Activity = Generator<number, void, void>;

/** Something that can die: with it go all its activities, wherever they wait. */
export interface Actor {
  readonly name: string;
  alive: boolean;
  /** Until then it is stopped (SIGSTOP) and notices nothing. */
  stoppedUntil: number;
}

interface Pending {
  readonly at: number;
  readonly order: number;
  readonly actor: Actor;
  readonly activity: Activity;
}

/** Runs activities one at a time in the order of a simulated time, so that a seed always makes the same history. */
export class Scheduler {
  /** Time that nobody can set, in milliseconds. */
  time = 0;
  private order = 0;
  private readonly pending: Pending[] = [];

  /** @param beforeStep may kill or stop the actor whose activity is about to go on */
  constructor(private readonly beforeStep: (actor: Actor) => void) {}

  begin(actor: Actor, activity: Activity, waitMs = 0): void {
    this.push({ at: this.time + waitMs, order: this.order++, actor, activity });
  }

  /** Runs until nothing is left to do or the time is up; false when it is up. */
  run(until: number): boolean {
    for (let next = this.pop(); next !== undefined; next = this.pop()) {
      if (next.at > until) return false;
      this.time = Math.max(this.time, next.at);
      this.beforeStep(next.actor);
      if (!next.actor.alive) continue;
      if (next.actor.stoppedUntil > this.time) {
        this.push({ ...next, at: next.actor.stoppedUntil, order: this.order++ });
        continue;
      }
      const { done, value } = next.activity.next();
      if (!done) this.push({ ...next, at: this.time + value, order: this.order++ });
    }
    return true;
  }

  private push(item: Pending): void {
    const heap = this.pending;
    heap.push(item);
    for (let i = heap.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!isBefore(heap[i]!, heap[parent]!)) break;
      [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
      i = parent;
    }
  }

  private pop(): Pending | undefined {
    const heap = this.pending;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || heap.length === 0) return first;
    heap[0] = last!;
    for (let i = 0; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left;
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least]!, heap[i]!];
      i = least;
    }
  }
}

const isBefore = (a: Pending, b: Pending): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
