import {
  type AttemptVerdict,
  CLOSED_BREAKER,
  probing,
  nextLookAt,
  planRun,
  LEASE_MS,
  holdsLease,
  NO_MAIL_YET,
  mailLookAgainAt,
  mailTaken,
  mailTried,
  mayTakeMail,
  type MailState,
  settleAttempt,
} from '@gable/domain/delivery';
import type { ClaimOrder } from './claim-order.js';
import { EndpointStates } from './endpoint-states.js';
import type {
  AttemptRow,
  QueuedDelivery,
  Claimed,
  Endpoint,
  EndpointPlace,
  Choice,
  Picked,
  WakeUp,
  QueueSettings,
  Sabotage,
} from './queue-rows.js';

/**
 * The queue of deliveries in memory, with the transactions of the stores: each method is one of them and happens at
 * once, but for the claim. Its rules are the ones the stores use; the wakeUps and looks are modelled too, since a
 * delivery that nobody looks for is lost.
 */
export class QueueModel {
  readonly attempts: AttemptRow[] = [];
  private readonly byKey = new Map<string, AttemptRow>();
  readonly queue = new Map<string, QueuedDelivery>();
  readonly members = new Map<string, string[]>();
  private readonly states: EndpointStates;
  private readonly rhythms = new Map<string, MailState>();
  private readonly lockedMails = new Set<string>();

  constructor(
    places: readonly EndpointPlace[],
    private readonly settings: QueueSettings,
  ) {
    this.states = new EndpointStates(places);
  }

  get endpoints(): readonly Endpoint[] {
    return this.states.endpoints;
  }

  get sabotage(): Sabotage | undefined {
    return this.settings.sabotage;
  }

  /**
   * A step of matching: an event with its delivery, which is the alert's open mail where there is one.
   */
  enqueue(eventId: string, endpoint: number, mailAlert: string | null, now: number): void {
    const open =
      mailAlert === null
        ? undefined
        : [...this.queue.values()].find(
            ({ alert, attemptNumber, taken }) => alert === mailAlert && attemptNumber === 1 && !taken,
          );
    if (open && !this.lockedMails.has(open.id)) {
      // who takes it comes first: matching waits for the lock and then finds it taken
      this.members.get(open.id)!.push(eventId);
      return;
    }
    const id = mailAlert === null ? eventId : `mail of ${eventId}`;
    this.members.set(id, [eventId]);
    const dueAt = mailAlert === null ? now : Math.max(now, this.rhythmOf(mailAlert).nextMailAt);
    this.insertAttempt({ deliveryId: id, attemptNumber: 1, status: 'PENDING', scheduledAt: dueAt, end: null });
    this.queue.set(id, {
      id,
      endpoint,
      alert: mailAlert,
      attemptNumber: 1,
      dueAt,
      owner: null,
      leasedUntil: 0,
      isProbe: false,
      taken: false,
    });
    this.states.wake(endpoint, dueAt);
  }

  /** Frees what is leased to the dead; a transaction of its own. */
  freeExpired(now: number): void {
    for (const delivery of this.queue.values())
      if (delivery.owner !== null && this.freedAt(delivery) <= now) this.putBack(delivery, now);
  }

  /**
   * One claim of one worker, statement by statement: between two of them others commit, and are seen by the next. What
   * it writes is seen when it commits, or never where its worker dies; then its locks go.
   */
  *claim(owner: string, order: ClaimOrder, now: number, pause: () => number): Generator<number, Claimed[], void> {
    const seen = this.states.wakeUps.filter(({ at }) => at <= now);
    const picked = order.pick(this.states.due(seen, now), now).flatMap(({ index, take }) => {
      const endpoint = this.endpoints[index]!;
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
        this.states.wakeUps.filter(
          ({ endpoint, at }) => at <= readTo && picked.some(({ index }) => index === endpoint),
        );
      const isLast = this.settings.sabotage === 'wake-ups removed last';
      let removed = isLast ? seen : remove();
      yield pause();
      const runs = picked.map((each) => {
        const from = Math.min(
          ...removed.filter(({ endpoint }) => endpoint === each.index).map(({ at }) => at),
          each.endpoint.wakeAt === null ? Infinity : each.endpoint.wakeFrom,
        );
        const run = this.choose(each, from, now);
        for (const { id } of run.taken) this.lockedMails.add(id);
        locks.push(() => run.taken.forEach(({ id }) => this.lockedMails.delete(id)));
        return { ...each, ...run, from };
      });
      yield pause();
      const queues = runs.map(
        ({ index, from, taken, waits }) =>
          this.lane(index, from).filter((each) => !taken.includes(each) && !waits.includes(each))[0]?.dueAt ?? null,
      );
      yield pause();
      if (isLast) removed = remove();
      for (const wakeUp of removed)
        if (this.states.wakeUps.includes(wakeUp)) this.states.wakeUps.splice(this.states.wakeUps.indexOf(wakeUp), 1);
      return runs.flatMap((run, i) => this.commitRun(run, queues[i]!, owner, now));
    } finally {
      order.endPicks();
      locks.forEach((unlock) => unlock());
    }
  }

  /** Whether results of this endpoint would have to wait for a claim. */
  isBusy(endpoint: number): boolean {
    return this.endpoints[endpoint]!.isLocked;
  }

  /** Writes down results of one worker; answers how many still counted. */
  finish(
    results: readonly { readonly claimed: Claimed; readonly verdict: AttemptVerdict; readonly endedAt: number }[],
  ): number {
    let applied = 0;
    const isChecked = this.settings.sabotage !== 'no owner check';
    // All leases are looked at before anything is written, as one statement does it.
    const ours = results.filter(({ claimed }) => !isChecked || holdsLease(this.queue.get(claimed.id), claimed));
    for (const { claimed, verdict, endedAt } of ours) {
      const delivery = this.queue.get(claimed.id);
      if (delivery === undefined) continue;
      applied += 1;
      const row = this.byKey.get(keyOf(claimed.id, claimed.attemptNumber))!;
      const settlement = settleAttempt(
        { attemptNumber: claimed.attemptNumber, roundStart: 0, verdict, endedAt },
        this.settings.scheduleMs,
        this.settings.random,
      );
      const isOver = settlement.kind === 'DELIVERED' || settlement.kind === 'DEAD';
      if (settlement.kind === 'PUT_BACK') this.putBack(delivery, endedAt);
      else row.status = settlement.kind === 'DELIVERED' ? 'DELIVERED' : 'FAILED';
      if (settlement.kind === 'DEAD') row.end = settlement.scheduleRanOut ? 'SCHEDULE' : 'REFUSED';
      if (settlement.kind === 'AGAIN') {
        this.insertAttempt({
          deliveryId: claimed.id,
          attemptNumber: claimed.attemptNumber + 1,
          status: 'PENDING',
          scheduledAt: settlement.nextAt,
          end: null,
        });
        Object.assign(delivery, {
          attemptNumber: claimed.attemptNumber + 1,
          dueAt: settlement.nextAt,
          owner: null,
          isProbe: false,
        });
        this.states.wake(delivery.endpoint, settlement.nextAt);
      }
      if (isOver) this.queue.delete(claimed.id);
      if (claimed.alert !== null)
        this.rhythms.set(
          claimed.alert,
          mailTried(this.rhythmOf(claimed.alert), claimed.id, endedAt, this.settings.gatherMs, isOver),
        );
      this.states.applyOutcome(delivery.endpoint, claimed.isProbe, verdict, endedAt);
    }
    return applied;
  }

  /** When there is something to look at; for a worker that has nothing to do. */
  nextLook(): number | null {
    let next = this.states.nextLook();
    for (const delivery of this.queue.values())
      if (delivery.owner !== null && this.freedAt(delivery) < next) next = this.freedAt(delivery);
    return next === Infinity ? null : next;
  }

  private lane(index: number, from: number): QueuedDelivery[] {
    return [...this.queue.values()]
      .filter((each) => each.endpoint === index && each.owner === null && each.dueAt >= from)
      .sort((a, b) => a.dueAt - b.dueAt);
  }

  private choose({ endpoint, index, take }: Picked, from: number, now: number): Choice {
    const hasBreaker = this.settings.sabotage !== 'no breaker';
    const run = planRun(
      hasBreaker ? endpoint.state : { ...endpoint.state, breaker: CLOSED_BREAKER },
      hasBreaker && endpoint.origin !== null ? endpoint.origin.state : null,
      now,
    );
    if (run.probesOrigin) endpoint.origin!.state = { ...endpoint.origin!.state, probeAt: now + LEASE_MS };
    const taken: QueuedDelivery[] = [];
    const waits: QueuedDelivery[] = [];
    const mailed = new Set<string>();
    for (const delivery of this.lane(index, from)
      .filter(({ dueAt }) => dueAt <= now)
      .slice(0, Math.min(run.take, take))) {
      const isClosed =
        delivery.alert === null ||
        delivery.attemptNumber > 1 ||
        delivery.taken ||
        this.settings.sabotage === 'mails not spaced';
      const isFree =
        isClosed || (mayTakeMail(this.rhythmOf(delivery.alert), delivery.id, now) && !mailed.has(delivery.alert));
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
    if (endpoint.state.breaker.switchedOffAt !== null) {
      for (const { id, attemptNumber } of this.lane(index, -Infinity)) this.giveUp(id, attemptNumber);
      endpoint.wakeAt = null;
      return [];
    }
    for (const delivery of waits) {
      const rhythm = this.rhythmOf(delivery.alert!);
      delivery.dueAt = mailLookAgainAt(rhythm, this.queue.get(rhythm.openDelivery ?? '')?.dueAt ?? null, now);
      this.states.wake(index, delivery.dueAt);
    }
    for (const delivery of taken) {
      if (delivery.alert !== null && delivery.attemptNumber === 1 && !delivery.taken)
        this.rhythms.set(delivery.alert, mailTaken(delivery.id, now, this.settings.gatherMs));
      const isTaken = this.settings.sabotage !== 'mails not closed';
      Object.assign(delivery, { owner, isProbe, leasedUntil: now + LEASE_MS, taken: isTaken });
    }
    if (isProbe && taken.length > 0)
      endpoint.state = { ...endpoint.state, breaker: probing(endpoint.state.breaker, now + LEASE_MS) };
    if (probesOrigin && taken.length === 0) endpoint.origin!.state = { ...endpoint.origin!.state, probeAt: now };
    endpoint.wakeAt = nextLookAt(endpoint.state, endpoint.origin?.state ?? null, earliest, now);
    endpoint.wakeFrom = earliest ?? 0;
    return taken.map((delivery) => ({ ...delivery, owner, leasedUntil: now + LEASE_MS }));
  }

  private freedAt({ leasedUntil }: QueuedDelivery): number {
    return this.settings.sabotage === 'leases end early' ? leasedUntil - 0.99 * LEASE_MS : leasedUntil;
  }

  private rhythmOf(alert: string): MailState {
    return this.rhythms.get(alert) ?? NO_MAIL_YET;
  }

  private putBack(delivery: QueuedDelivery, now: number): void {
    Object.assign(delivery, { owner: null, isProbe: false, dueAt: now });
    if (this.settings.sabotage !== 'wake-ups forgotten') this.states.wake(delivery.endpoint, now);
  }

  private giveUp(id: string, attemptNumber: number): void {
    const row = this.byKey.get(keyOf(id, attemptNumber))!;
    Object.assign(row, { status: 'FAILED', end: 'GIVEN_UP' });
    this.queue.delete(id);
  }

  private insertAttempt(row: AttemptRow): void {
    const key = keyOf(row.deliveryId, row.attemptNumber);
    if (this.byKey.has(key) && this.settings.sabotage !== 'no owner check')
      throw new Error(`attempt ${row.attemptNumber} of ${row.deliveryId} twice`);
    this.byKey.set(key, row);
    this.attempts.push(row);
  }
}

const keyOf = (deliveryId: string, attemptNumber: number): string => `${deliveryId} ${attemptNumber}`;
