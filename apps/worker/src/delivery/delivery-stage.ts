import { randomUUID } from 'node:crypto';
import {
  AT_ONCE_PER_ORIGIN,
  judgeEmail,
  judgeWebhook,
  mayBegin,
  SLOTS,
  Slots,
  type AttemptVerdict,
} from '@gable/domain/delivery';
import { FAILURES, type AttemptResult, type WebhookMessage } from '@gable/notifications';
import type { ClaimedDelivery, DeliveryResult } from '@gable/persistence/delivery';
import { Alarm } from '../pipeline/alarm.js';
import type { Stage } from '../pipeline/stage.js';
import type { DeliveryParts } from './delivery-parts.js';
import { Gate } from './gate.js';
import { LastLook } from './last-look.js';
import type { Composed } from './message-composer.js';
import type { ResultWriter } from './result-writer.js';

const ENDPOINTS_PER_CLAIM = 64;
/** As many connections as the channel has to the mail server. */
const MAILS_AT_ONCE = 5;
/** What was claimed ahead and has no place by then goes back: its origin no longer answers quickly. */
const PLACE_PATIENCE_MS = 1_000;
/** A mail waits for our own mail server alone; its lease says for how long. */
const MAIL_PATIENCE_MS = 13_000;
/** Who switches an alert off finds nothing begun later than this after the answer. */
const FRESH_MS = 100;
/** From the begin of a claim to the next; what comes meanwhile is claimed together. */
const CLAIM_EVERY_MS = 20;
/** Then it waits for news, or for results that made room; without either it looks by itself. */
const LONGEST_PAUSE_MS = 30;
/** What is under way at the end may take so long; then it is broken off and comes back when somebody is there again. */
const PATIENCE_AT_END_MS = 5_000;

/** Sends what was queued. Everything it knows stands in leases: after a kill, the next one goes on by itself. */
export class DeliveryStage implements Stage {
  readonly name = 'delivery';
  readonly wokenBy = 'deliveries';
  private readonly owner = randomUUID();
  private readonly slots = new Slots();
  private readonly sending = new Set<Promise<void>>();
  private readonly webhookGate = new Gate(AT_ONCE_PER_ORIGIN, PLACE_PATIENCE_MS);
  private readonly mailGate = new Gate(MAILS_AT_ONCE, MAIL_PATIENCE_MS);
  private readonly lastLook: LastLook;
  private readonly breakOff = new AbortController();
  private readonly writer: ResultWriter;
  private alarm: Alarm | undefined;
  private isPrepared = false;

  constructor(private readonly parts: DeliveryParts) {
    const { listener } = parts;
    this.lastLook = new LastLook(parts.readSkipped, parts.isHeldBack);
    this.writer = parts.writer({
      written: (finished) => {
        for (const { delivery } of [...finished.applied.map(({ result }) => result), ...finished.stale])
          this.slots.release(delivery.id);
        this.alarm?.ring();
        listener.written(finished);
      },
      failed: (error, waiting) => listener.failedToWrite(error, waiting),
    });
  }

  /** Claims and sends for as long as there is something to send; what is under way goes on after it returned. */
  async step(signal: AbortSignal, alarm = new Alarm(signal)): Promise<boolean> {
    this.alarm = alarm;
    while (!signal.aborted) {
      alarm.reset();
      const beganAt = performance.now();
      const room = SLOTS - this.slots.size;
      const runs = room > 0 ? await this.claim(Math.min(ENDPOINTS_PER_CLAIM, Math.ceil(room / 5))) : 0;
      if (runs === 0 && this.slots.size === 0) return false;
      if (runs === ENDPOINTS_PER_CLAIM) continue;
      await alarm.sleep(Math.max(0, CLAIM_EVERY_MS - (performance.now() - beganAt)), true);
      await alarm.sleep(LONGEST_PAUSE_MS - CLAIM_EVERY_MS);
    }
    return false;
  }

  /** Ends what is under way, within a few seconds, and writes down how it went. */
  async leave(): Promise<void> {
    const patience = setTimeout(() => this.breakOff.abort(), PATIENCE_AT_END_MS);
    while (this.sending.size > 0) await Promise.all(this.sending);
    clearTimeout(patience);
    await this.writer.settled();
    await Promise.all([this.parts.webhooks.close(), this.parts.emails?.close()]);
  }

  private async claim(endpoints: number): Promise<number> {
    const { claims, clock, listener, emails, mailGatherMs, addressMailsPerDay } = this.parts;
    const now = await clock.sync();
    if (!this.isPrepared) await this.parts.prepare(now);
    this.isPrepared = true;
    const channels = emails === undefined ? (['WEBHOOK'] as const) : (['WEBHOOK', 'EMAIL'] as const);
    const { deliveries, runs, ended } = await claims.claim(
      { owner: this.owner, channels, endpoints, slots: this.slots, mailGatherMs, addressMailsPerDay },
      now,
    );
    if (ended > 0) listener.ended(ended);
    if (deliveries.length === 0) return runs;
    deliveries.forEach((delivery) => this.slots.hold(delivery.id, delivery));
    const begun = this.begin(deliveries, now).catch((error: unknown) => {
      for (const delivery of deliveries) listener.broken(delivery, error); // their leases bring them back
    });
    this.follow(begun); // the next ones are claimed meanwhile
    return runs;
  }

  private async begin(deliveries: readonly ClaimedDelivery[], now: Date): Promise<void> {
    await this.parts.traces?.follow(deliveries);
    const readAt = this.parts.clock.now();
    for (const composed of await this.compose(deliveries, now)) this.start(composed, readAt);
  }

  /** What is under way beside the claims; the end waits for it. */
  private follow(work: Promise<void>): void {
    this.sending.add(work);
    void work.finally(() => this.sending.delete(work));
  }

  /** One that cannot be put together must not take the others with it. */
  private async compose(deliveries: readonly ClaimedDelivery[], now: Date): Promise<Composed[]> {
    const { composer, isDatabaseThere } = this.parts;
    try {
      const composed = await composer.compose(deliveries, now);
      const there = new Set(composed.map(({ delivery }) => delivery.id));
      deliveries
        .filter(({ id }) => !there.has(id))
        .forEach((delivery) => this.end(delivery, { kind: 'put-back', until: now }));
      return composed;
    } catch (error) {
      if (deliveries.length > 1) {
        const lots: Composed[][] = [];
        for (const delivery of deliveries) lots.push(await this.compose([delivery], now));
        return lots.flat();
      }
      const isOurMistake = await isDatabaseThere().then(
        () => true,
        () => false,
      );
      if (isOurMistake) return deliveries.map((delivery) => ({ kind: 'broken', delivery, error }));
      deliveries.forEach((delivery) => this.end(delivery, { kind: 'put-back', until: now }));
      return [];
    }
  }

  private start(composed: Composed, readAt: Date): void {
    const { delivery } = composed;
    if (composed.kind === 'skip') return this.end(delivery, { kind: 'skip', message: composed.reason });
    if (composed.kind === 'broken') {
      this.parts.listener.broken(delivery, composed.error);
      return this.end(delivery, { kind: 'tried', verdict: NOT_COMPOSED });
    }
    const sent = this.send(composed, readAt).catch((error: unknown) => {
      this.parts.listener.broken(delivery, error); // channels do not throw; one that does must not lose the delivery
      this.end(delivery, { kind: 'tried', verdict: NOT_COMPOSED });
    });
    this.follow(sent);
  }

  private async send(composed: Extract<Composed, { message: unknown }>, readAt: Date): Promise<void> {
    const { clock, webhooks, emails } = this.parts;
    const { signal } = this.breakOff;
    const { delivery } = composed;
    const gate = composed.kind === 'webhook' ? this.webhookGate : this.mailGate;
    const place = composed.kind === 'webhook' ? `${delivery.accountId} ${delivery.origin}` : 'mail';
    const judge = composed.kind === 'webhook' ? judgeWebhook : judgeEmail;
    const send = (): Promise<AttemptResult> =>
      composed.kind === 'webhook'
        ? webhooks.send(stamped(composed.message, clock.now()), signal)
        : emails!.send(composed.message, signal);
    const passed = await gate.pass(place, async () => {
      if (await this.mayStillGo(delivery, readAt)) await this.attempt(delivery, judge, send);
    });
    if (!passed) this.end(delivery, { kind: 'put-back', until: clock.now() });
  }

  /** Ends a delivery that may not go any more since its message was put together. */
  private async mayStillGo(delivery: ClaimedDelivery, readAt: Date): Promise<boolean> {
    const now = this.parts.clock.now();
    if (now.getTime() - readAt.getTime() < FRESH_MS) return true;
    try {
      const message = await this.lastLook.reasonToSkip(delivery.id);
      if (message !== undefined) this.end(delivery, { kind: 'skip', message });
      else if (await this.lastLook.isHeldBack(delivery.accountId)) this.end(delivery, { kind: 'put-back', until: now });
      else return true;
    } catch {
      this.end(delivery, { kind: 'put-back', until: now }); // the database is away
    }
    return false;
  }

  private async attempt(
    delivery: ClaimedDelivery,
    judge: typeof judgeWebhook,
    send: () => Promise<AttemptResult>,
  ): Promise<void> {
    const { clock, listener } = this.parts;
    const begin = clock.now();
    // It waited too long for its place: whoever claims it next has the time an attempt may take.
    if (this.breakOff.signal.aborted || !mayBegin(delivery.leasedUntil.getTime(), begin.getTime()))
      return this.end(delivery, { kind: 'put-back', until: begin });
    this.slots.began(delivery.id, begin.getTime());
    listener.began(delivery, delivery.attemptNumber === 1 ? begin.getTime() - dueOf(delivery) : undefined);
    const result = await (this.parts.traces?.attempt(delivery, send) ?? send());
    this.end(delivery, { kind: 'tried', verdict: judge(result, FAILURES) });
  }

  private end(delivery: ClaimedDelivery, outcome: DeliveryResult['outcome']): void {
    this.writer.add({ delivery, endedAt: this.parts.clock.now(), outcome });
  }
}

/** Our own mistake: it counts as an attempt, so that it ends some day, and says nothing of the receiver. */
const NOT_COMPOSED: AttemptVerdict = {
  kind: 'RETRY',
  responseStatus: null,
  message: 'INTERNAL: The message could not be put together; the operator’s log says why.',
  retryAfterMs: 0,
  blamesDestination: false,
  refusesRecipient: false,
};

/** Named one by one: a message that is spread out has another shape each time, and is slower to send. */
function stamped(
  { url, ownerId, webhookId, body, signingKeys }: Omit<WebhookMessage, 'timestamp'>,
  timestamp: Date,
): WebhookMessage {
  return { url, ownerId, webhookId, body, signingKeys, timestamp };
}

/** A gathered mail is due when its time comes, everything else when it was written. */
const dueOf = ({ channel, dueAt, queuedAt }: ClaimedDelivery): number =>
  (channel === 'EMAIL' ? dueAt : queuedAt).getTime();
