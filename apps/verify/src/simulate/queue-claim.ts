import {
  CLOSED_BREAKER,
  LEASE_MS,
  mailLookAgainAt,
  mailTaken,
  mayTakeMail,
  nextLookAt,
  planRun,
  probing,
} from '@gable/domain/delivery';
import type { ClaimOrder } from './claim-order.js';
import type { Choice, Claimed, Picked, QueuedDelivery, WakeUp } from './queue-rows.js';
import type { QueueTables } from './queue-tables.js';

/** The claim of a worker: the one transaction of the queue that takes more than a moment. */
export class QueueClaim {
  constructor(private readonly tables: QueueTables) {}

  /**
   * One claim of one worker, statement by statement: between two of them others commit, and are seen by the next. What
   * it writes is seen when it commits, or never where its worker dies; then its locks go.
   */
  *run(owner: string, order: ClaimOrder, now: number, pause: () => number): Generator<number, Claimed[], void> {
    const { states, settings, lockedMails } = this.tables;
    const seen = states.wakeUps.filter(({ at }) => at <= now);
    const picked = order.pick(states.due(seen, now), now).flatMap(({ index, take }) => {
      const endpoint = states.endpoints[index]!;
      return endpoint.isLocked ? [] : [{ endpoint, index, take }];
    });
    const readTo = seen.reduce((latest, { at }) => Math.max(latest, at), -Infinity);
    const locks: (() => void)[] = picked.map(({ endpoint }) => {
      endpoint.isLocked = true;
      return () => {
        endpoint.isLocked = false;
      };
    });
    try {
      yield pause();
      const remove = (): WakeUp[] =>
        states.wakeUps.filter(({ endpoint, at }) => at <= readTo && picked.some(({ index }) => index === endpoint));
      const isLast = settings.sabotage === 'wake-ups removed last';
      let removed = isLast ? seen : remove();
      yield pause();
      const runs = picked.map((each) => {
        const from = Math.min(
          ...removed.filter(({ endpoint }) => endpoint === each.index).map(({ at }) => at),
          each.endpoint.wakeAt === null ? Infinity : each.endpoint.wakeFrom,
        );
        const run = this.choose(each, from, now);
        for (const { id } of run.taken) lockedMails.add(id);
        locks.push(() => run.taken.forEach(({ id }) => lockedMails.delete(id)));
        return { ...each, ...run, from };
      });
      yield pause();
      const queues = runs.map(
        ({ index, from, taken, waits }) =>
          this.tables.lane(index, from).filter((each) => !taken.includes(each) && !waits.includes(each))[0]?.dueAt ??
          null,
      );
      yield pause();
      if (isLast) removed = remove();
      for (const wakeUp of removed)
        if (states.wakeUps.includes(wakeUp)) states.wakeUps.splice(states.wakeUps.indexOf(wakeUp), 1);
      return runs.flatMap((run, i) => this.commitRun(run, queues[i]!, owner, now));
    } finally {
      order.endPicks();
      locks.forEach((unlock) => unlock());
    }
  }

  private choose({ endpoint, index, take }: Picked, from: number, now: number): Choice {
    const { settings } = this.tables;
    const hasBreaker = settings.sabotage !== 'no breaker';
    const run = planRun(
      hasBreaker ? endpoint.state : { ...endpoint.state, breaker: CLOSED_BREAKER },
      hasBreaker && endpoint.origin !== null ? endpoint.origin.state : null,
      now,
    );
    if (run.probesOrigin) endpoint.origin!.state = { ...endpoint.origin!.state, probeAt: now + LEASE_MS };
    const taken: QueuedDelivery[] = [];
    const waits: QueuedDelivery[] = [];
    const mailed = new Set<string>();
    for (const delivery of this.tables
      .lane(index, from)
      .filter(({ dueAt }) => dueAt <= now)
      .slice(0, Math.min(run.take, take))) {
      const isClosed =
        delivery.alert === null ||
        delivery.attemptNumber > 1 ||
        delivery.taken ||
        settings.sabotage === 'mails not spaced';
      const isFree =
        isClosed ||
        (mayTakeMail(this.tables.rhythmOf(delivery.alert), delivery.id, now) && !mailed.has(delivery.alert));
      (isFree ? taken : waits).push(delivery);
      if (delivery.alert !== null) mailed.add(delivery.alert);
    }
    return { taken, waits, isProbe: run.isProbe, probesOrigin: run.probesOrigin };
  }

  private commitRun(
    { endpoint, index, taken, waits, isProbe, probesOrigin }: Choice & Picked,
    earliest: number | null,
    owner: string,
    now: number,
  ): Claimed[] {
    const { states, settings } = this.tables;
    if (endpoint.state.breaker.switchedOffAt !== null) {
      for (const { id, attemptNumber } of this.tables.lane(index, -Infinity)) this.tables.giveUp(id, attemptNumber);
      endpoint.wakeAt = null;
      return [];
    }
    for (const delivery of waits) {
      const rhythm = this.tables.rhythmOf(delivery.alert!);
      delivery.dueAt = mailLookAgainAt(rhythm, this.tables.queue.get(rhythm.openDelivery ?? '')?.dueAt ?? null, now);
      states.wake(index, delivery.dueAt);
    }
    for (const delivery of taken) {
      if (delivery.alert !== null && delivery.attemptNumber === 1 && !delivery.taken)
        this.tables.rhythms.set(delivery.alert, mailTaken(delivery.id, now, settings.gatherMs));
      const isTaken = settings.sabotage !== 'mails not closed';
      Object.assign(delivery, { owner, isProbe, leasedUntil: now + LEASE_MS, taken: isTaken });
    }
    if (isProbe && taken.length > 0)
      endpoint.state = { ...endpoint.state, breaker: probing(endpoint.state.breaker, now + LEASE_MS) };
    if (probesOrigin && taken.length === 0) endpoint.origin!.state = { ...endpoint.origin!.state, probeAt: now };
    endpoint.wakeAt = nextLookAt(endpoint.state, endpoint.origin?.state ?? null, earliest, now);
    endpoint.wakeFrom = earliest ?? 0;
    return taken.map((delivery) => ({ ...delivery, owner, leasedUntil: now + LEASE_MS }));
  }
}
