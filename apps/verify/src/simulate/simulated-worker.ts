import { judgeWebhook, type AttemptVerdict, mayBegin } from '@gable/domain/delivery';
import { ClaimOrder } from './claim-order.js';
import type { History } from './history.js';
import type { QueueModel } from './queue-model.js';
import type { Claimed } from './queue-rows.js';
import type { Receiver } from './receiver.js';
import type { Activity, Actor, Scheduler } from './scheduler.js';

/** What a worker of the simulation meets. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly queue: QueueModel;
  readonly receivers: readonly Pick<Receiver, 'ask'>[];
  readonly history: History;
  /** The database's clock. */
  readonly now: () => number;
  /** A pause at an await, in milliseconds. */
  readonly hesitate: () => number;
  /** Something may still be queued. */
  readonly hasMoreEvents: () => boolean;
  /** Ends the simulation where nothing will happen any more. */
  readonly isQuiet: () => boolean;
}

/**
 * A worker from its start to its death: claims, sends and writes down, each with an await where it can die or be
 * stopped.
 */
export class SimulatedWorker implements Actor {
  alive = true;
  stoppedUntil = 0;
  readonly underWay = new Map<string, Claimed>();
  private readonly order: ClaimOrder;
  private claiming: ReturnType<QueueModel['claim']> | undefined;
  private readonly results: { claimed: Claimed; verdict: AttemptVerdict; endedAt: number }[] = [];

  constructor(
    readonly name: string,
    private readonly around: Surroundings,
  ) {
    this.order = new ClaimOrder(around.queue.sabotage);
  }

  *live(): Activity {
    const { scheduler, queue, now, hesitate, hasMoreEvents, isQuiet } = this.around;
    while (!isQuiet()) {
      yield hesitate();
      queue.freeExpired(now());
      this.claiming = queue.claim(this.name, this.order, now(), hesitate);
      const claimed: Claimed[] | undefined = yield* this.claiming;
      if (claimed === undefined) continue; // the session was ended meanwhile
      yield hesitate(); // the claim is committed; whether its answer arrives is another matter
      for (const each of claimed) {
        this.underWay.set(each.id, each);
        this.order.hold(each, queue.endpoints[each.endpoint]!);
        scheduler.begin(this, this.send(each), hesitate());
      }
      if (claimed.length > 0) continue;
      const next = queue.nextLook();
      if (this.underWay.size > 0) yield 10 * hesitate();
      else if (hasMoreEvents()) yield Math.min(30_000, Math.max(300, (next ?? Infinity) - now()));
      else yield next === null ? 21_600_000 : Math.max(300, next - now()); // days without anything to do are no use
    }
  }

  private *send(claimed: Claimed): Activity {
    const { scheduler, receivers, history, now } = this.around;
    history.renders(claimed);
    yield this.around.hesitate();
    if (!mayBegin(claimed.leasedUntil, now())) {
      this.forget(claimed); // its lease brings it back
      return;
    }
    history.began(claimed, now(), scheduler.time);
    this.order.slots.began(claimed.id, now());
    const { arrivesMs, answeredMs, report } = receivers[claimed.endpoint]!.ask(scheduler.time);
    if (arrivesMs !== null) history.arrives(claimed, now() + arrivesMs, report.kind === 'failed');
    yield answeredMs;
    this.results.push({ claimed, verdict: judgeWebhook(report, {}), endedAt: now() });
    do yield this.around.hesitate();
    while (this.around.queue.isBusy(claimed.endpoint));
    this.writeDown();
  }

  die(): void {
    this.alive = false;
    this.loseConnection();
  }

  /** What was not committed never was. */
  loseConnection(): void {
    this.claiming?.return([]);
  }

  private writeDown(): void {
    const batch = this.results.splice(0);
    if (batch.length === 0) return;
    const applied = this.around.queue.finish(batch);
    for (const { claimed, verdict } of batch)
      this.around.history.note(
        `${this.name} writes down ${claimed.id}: ${verdict.kind}${applied === 0 ? ', too late' : ''}`,
      );
    for (const { claimed } of batch) this.forget(claimed);
  }

  private forget({ id }: Claimed): void {
    this.underWay.delete(id);
    this.order.slots.release(id);
  }
}
