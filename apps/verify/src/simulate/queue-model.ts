import { type AttemptVerdict, holdsLease, LEASE_MS, mailTried, settleAttempt } from '@gable/domain/delivery';
import type { ClaimOrder } from './claim-order.js';
import { QueueClaim } from './queue-claim.js';
import type {
  AttemptRow,
  QueuedDelivery,
  Claimed,
  Endpoint,
  EndpointPlace,
  QueueSettings,
  Sabotage,
} from './queue-rows.js';
import { QueueTables } from './queue-tables.js';

/**
 * The queue of deliveries in memory, with the transactions of the stores: each method is one of them and happens at
 * once, but for the claim. Its rules are the ones the stores use; the wakeUps and looks are modelled too, since a
 * delivery that nobody looks for is lost.
 */
export class QueueModel {
  private readonly tables: QueueTables;
  private readonly claims: QueueClaim;

  constructor(
    places: readonly EndpointPlace[],
    private readonly settings: QueueSettings,
  ) {
    this.tables = new QueueTables(places, settings);
    this.claims = new QueueClaim(this.tables);
  }

  get attempts(): readonly AttemptRow[] {
    return this.tables.attempts;
  }

  get queue(): ReadonlyMap<string, QueuedDelivery> {
    return this.tables.queue;
  }

  get members(): ReadonlyMap<string, string[]> {
    return this.tables.members;
  }

  get endpoints(): readonly Endpoint[] {
    return this.tables.states.endpoints;
  }

  get sabotage(): Sabotage | undefined {
    return this.settings.sabotage;
  }

  /** A step of matching: an event with its delivery, which is the alert's open mail where there is one. */
  enqueue(eventId: string, endpoint: number, mailAlert: string | null, now: number): void {
    const open =
      mailAlert === null
        ? undefined
        : [...this.tables.queue.values()].find(
            ({ alert, attemptNumber, taken }) => alert === mailAlert && attemptNumber === 1 && !taken,
          );
    if (open && !this.tables.lockedMails.has(open.id)) {
      // who takes it comes first: matching waits for the lock and then finds it taken
      this.tables.members.get(open.id)!.push(eventId);
      return;
    }
    const id = mailAlert === null ? eventId : `mail of ${eventId}`;
    this.tables.members.set(id, [eventId]);
    const dueAt = mailAlert === null ? now : Math.max(now, this.tables.rhythmOf(mailAlert).nextMailAt);
    this.tables.insertAttempt({ deliveryId: id, attemptNumber: 1, status: 'PENDING', scheduledAt: dueAt, end: null });
    this.tables.queue.set(id, {
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
    this.tables.states.wake(endpoint, dueAt);
  }

  /** Frees what is leased to the dead; a transaction of its own. */
  freeExpired(now: number): void {
    for (const delivery of this.tables.queue.values())
      if (delivery.owner !== null && this.freedAt(delivery) <= now) this.tables.putBack(delivery, now);
  }

  /** One claim of one worker, between whose statements others commit. */
  claim(owner: string, order: ClaimOrder, now: number, pause: () => number): Generator<number, Claimed[], void> {
    return this.claims.run(owner, order, now, pause);
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
    const ours = results.filter(({ claimed }) => !isChecked || holdsLease(this.tables.queue.get(claimed.id), claimed));
    for (const { claimed, verdict, endedAt } of ours) {
      const delivery = this.tables.queue.get(claimed.id);
      if (delivery === undefined) continue;
      applied += 1;
      const row = this.tables.attemptOf(claimed.id, claimed.attemptNumber);
      const settlement = settleAttempt(
        { attemptNumber: claimed.attemptNumber, roundStart: 0, verdict, endedAt },
        this.settings.scheduleMs,
        this.settings.random,
      );
      const isOver = settlement.kind === 'DELIVERED' || settlement.kind === 'DEAD';
      if (settlement.kind === 'PUT_BACK') this.tables.putBack(delivery, endedAt);
      else row.status = settlement.kind === 'DELIVERED' ? 'DELIVERED' : 'FAILED';
      if (settlement.kind === 'DEAD') row.end = settlement.scheduleRanOut ? 'SCHEDULE' : 'REFUSED';
      if (settlement.kind === 'AGAIN') {
        this.tables.insertAttempt({
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
        this.tables.states.wake(delivery.endpoint, settlement.nextAt);
      }
      if (isOver) this.tables.queue.delete(claimed.id);
      if (claimed.alert !== null)
        this.tables.rhythms.set(
          claimed.alert,
          mailTried(this.tables.rhythmOf(claimed.alert), claimed.id, endedAt, this.settings.gatherMs, isOver),
        );
      this.tables.states.applyOutcome(delivery.endpoint, claimed.isProbe, verdict, endedAt);
    }
    return applied;
  }

  /** When there is something to look at; for a worker that has nothing to do. */
  nextLook(): number | null {
    let next = this.tables.states.nextLook();
    for (const delivery of this.tables.queue.values())
      if (delivery.owner !== null && this.freedAt(delivery) < next) next = this.freedAt(delivery);
    return next === Infinity ? null : next;
  }

  private freedAt({ leasedUntil }: QueuedDelivery): number {
    return this.settings.sabotage === 'leases end early' ? leasedUntil - 0.99 * LEASE_MS : leasedUntil;
  }
}
