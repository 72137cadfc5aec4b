import type { Channel, EmailMessage, WebhookMessage } from '@gable/notifications';
import type { ClaimedDelivery, DeliveryClaimStore, Finished } from '@gable/persistence/delivery';
import type { Clock } from './clock.js';
import type { DeliveryTraces } from './delivery-traces.js';
import type { ReadHeldBack, ReadSkipped } from './last-look.js';
import type { MessageComposer } from './message-composer.js';
import type { ResultListener, ResultWriter } from './result-writer.js';

/** What the stage reports, for logs and metrics. */
export interface DeliveryListener {
  /** An attempt begins; latency from the moment it was due, for the first attempt of a delivery. */
  began(delivery: ClaimedDelivery, firstAttemptLatencyMs: number | undefined): void;
  written(finished: Pick<Finished, 'applied' | 'stale'>): void;
  /** Deliveries ended because their destination was given up. */
  ended(count: number): void;
  broken(delivery: ClaimedDelivery, error: unknown): void;
  failedToWrite(error: unknown, waiting: number): void;
}

/** The parts of the stage. A channel that is not there is not configured. */
export interface DeliveryParts {
  /** Before the first claim: makes the settings of this process hold. */
  readonly prepare: (now: Date) => Promise<void>;
  readonly claims: Pick<DeliveryClaimStore, 'claim'>;
  readonly composer: Pick<MessageComposer, 'compose'>;
  readonly webhooks: Channel<WebhookMessage>;
  readonly emails?: Channel<EmailMessage>;
  readonly readSkipped: ReadSkipped;
  readonly isHeldBack: ReadHeldBack;
  readonly writer: (listener: ResultListener) => ResultWriter;
  readonly clock: Clock;
  /** Throws while it is away. */
  readonly isDatabaseThere: () => Promise<unknown>;
  readonly listener: DeliveryListener;
  readonly traces?: Pick<DeliveryTraces, 'follow' | 'attempt'>;
  readonly mailGatherMs: number;
  readonly addressMailsPerDay: number;
}
