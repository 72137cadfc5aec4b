import { groupBy } from '@gable/domain';
import { FIRST_PROBE_MS } from '@gable/domain/testing';
import type { QueueModel } from './queue-model.js';
import type { Claimed } from './queue-rows.js';

/** What could be seen of a run from outside: requests and arrivals, not what the queue says of itself. */
export class History {
  /**
   * Deliveries in flight when a worker died, was stopped, or the clock ran away from its leases: each may arrive once
   * more.
   */
  inFlightAtDeaths = 0;
  /** Requests that arrived and whose answer the receiver cut off: the sender cannot know, and sends again. */
  lostAnswers = 0;
  /** How far the database's clock was ever set back, in all. */
  setBackMs = 0;
  readonly events: string[] = [];
  private readonly arrivals: { readonly claimed: Claimed; readonly clock: number }[] = [];
  private readonly said = new Map<string, number>();
  private readonly openSince = new Map<number, { openedAt: number; time: number; begun: number }>();
  private readonly problems: string[] = [];

  constructor(
    private readonly queue: QueueModel,
    readonly note: (line: string) => void,
  ) {}

  /** A request goes out. */
  began(claimed: Claimed, clock: number, time: number): void {
    this.note(
      `${claimed.owner} begins attempt ${claimed.attemptNumber} of ${claimed.id}${claimed.isProbe ? ', a probe' : ''}`,
    );
    const { breaker } = this.queue.endpoints[claimed.endpoint]!.state;
    const since = this.openSince.get(claimed.endpoint);
    if (breaker.openedAt === null || breaker.switchedOffAt !== null) this.openSince.delete(claimed.endpoint);
    else if (since?.openedAt !== breaker.openedAt)
      this.openSince.set(claimed.endpoint, { openedAt: breaker.openedAt, time, begun: 1 });
    else {
      since.begun += 1;
      // Those under way when it opened may come on top: a few, once.
      const allowed = 20 + Math.ceil((time - since.time) / FIRST_PROBE_MS);
      if (since.begun > allowed + this.inFlightAtDeaths)
        this.problems.push(`endpoint ${claimed.endpoint}: ${since.begun} attempts behind an open breaker, at ${clock}`);
    }
  }

  /** A receiver gets it, though the sender may never know. */
  arrives(claimed: Claimed, clock: number, isAnswerLost: boolean): void {
    this.arrivals.push({ claimed, clock });
    this.note(`${claimed.id} ${isAnswerLost ? 'arrives, and the answer is lost' : 'arrives'}`);
    if (isAnswerLost) this.lostAnswers += 1;
  }

  /** A message is put together from what stands there now; the first one is kept. */
  renders({ id }: Claimed): void {
    if (!this.said.has(id)) this.said.set(id, this.queue.members.get(id)!.length);
  }

  /** Everything that may not have happened; empty where all is well. */
  violations({
    attemptsPerDelivery,
    gatherMs,
    isOver,
  }: {
    attemptsPerDelivery: number;
    gatherMs: number;
    isOver: boolean;
  }): string[] {
    if (!isOver)
      return [...this.problems, `something still waits: ${[...this.queue.queue.keys()].slice(0, 5).join(', ')}`];
    return [
      ...this.problems,
      ...this.unsettled(attemptsPerDelivery),
      ...this.lostOrTwice(),
      ...this.doubled(),
      ...this.tooClose(gatherMs),
    ];
  }

  private unsettled(attemptsPerDelivery: number): string[] {
    const rows = groupBy(this.queue.attempts, ({ deliveryId }) => deliveryId);
    return [...rows].flatMap(([id, attempts]) => {
      const numbers = attempts.map(({ attemptNumber }) => attemptNumber).sort((a, b) => a - b);
      const problems = numbers.every((number, i) => number === i + 1)
        ? []
        : [`delivery ${id} has the attempts ${numbers.join(', ')}`];
      const last = attempts.reduce((a, b) => (b.attemptNumber > a.attemptNumber ? b : a));
      const early = last.status === 'FAILED' && last.end === 'SCHEDULE' && numbers.length !== attemptsPerDelivery;
      if (last.status === 'PENDING' || (last.status === 'FAILED' && last.end === null) || early)
        problems.push(`delivery ${id} ended as ${last.status} ${last.end} after ${numbers.length} attempts`);
      if (last.status === 'DELIVERED' && !this.arrivals.some(({ claimed }) => claimed.id === id))
        problems.push(`delivery ${id} is said to be delivered and never arrived`);
      return problems;
    });
  }

  /** Every event belongs to one delivery, and every mail that arrived says all of its members. */
  private lostOrTwice(): string[] {
    const deliveriesOf = new Map<string, number>();
    for (const members of this.queue.members.values())
      for (const event of members) deliveriesOf.set(event, (deliveriesOf.get(event) ?? 0) + 1);
    const problems = this.events
      .filter((event) => deliveriesOf.get(event) !== 1)
      .map((event) => `event ${event} is in ${deliveriesOf.get(event) ?? 0} deliveries`);
    for (const [id, said] of this.said) {
      const joined = this.queue.members.get(id)!.length;
      if (joined !== said) problems.push(`delivery ${id} said ${said} of ${joined} events`);
    }
    return problems;
  }

  /** What arrives again though it arrived before: only where the sender could not know. */
  private doubled(): string[] {
    const delivered = groupBy(this.arrivals, ({ claimed }) => claimed.id);
    let again = 0;
    for (const arrivals of delivered.values()) again += arrivals.length - 1;
    const excused = this.inFlightAtDeaths + this.lostAnswers;
    return again > excused
      ? [
          `${again} repeated arrivals, with ${this.inFlightAtDeaths} in flight at deaths and ` +
            `${this.lostAnswers} answers lost`,
        ]
      : [];
  }

  /** Mails of one alert closer to one another than they may be; the same mail once more is no other mail. */
  private tooClose(gatherMs: number): string[] {
    const firsts = [
      ...groupBy(
        this.arrivals.filter(({ claimed }) => claimed.alert !== null),
        ({ claimed }) => claimed.id,
      ).values(),
    ].map(([first]) => first!);
    const mails = groupBy(firsts, ({ claimed }) => claimed.alert!);
    return [...mails].flatMap(([alert, arrivals]) =>
      arrivals.flatMap((first) =>
        arrivals
          .filter(
            (other) =>
              other.claimed.id !== first.claimed.id &&
              other.clock >= first.clock &&
              other.clock - first.clock < gatherMs - this.setBackMs,
          )
          .map(
            (other) =>
              `alert ${alert}: mails ${first.claimed.id} and ${other.claimed.id} within ` +
              `${other.clock - first.clock} ms`,
          ),
      ),
    );
  }
}
