import { CONFIRMATION_ATTEMPTS, judgeEmail, retryDelayMs } from '@gable/domain/delivery';
import { FAILURES, renderConfirmationEmail, type Channel, type EmailMessage } from '@gable/notifications';
import type {
  ClaimedConfirmation,
  ConfirmationLinks,
  ConfirmationResult,
  MailConfirmationStore,
} from '@gable/persistence/delivery';
import type { Stage } from '../pipeline/stage.js';
import type { Clock } from './clock.js';

export interface ConfirmationParts {
  readonly confirmations: Pick<MailConfirmationStore, 'claim' | 'finish'>;
  readonly links: ConfirmationLinks;
  readonly emails: Channel<EmailMessage>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly scheduleMs: readonly number[];
  /** From 0 up to 1. */
  readonly random: () => number;
}

const MAILS_AT_ONCE = 5;

/** Asks new addresses whether they want mails, where that is required. Without its parts it has nothing to do. */
export class ConfirmationStage implements Stage {
  readonly name = 'confirmation';

  constructor(private readonly parts: ConfirmationParts | undefined) {}

  async step(signal: AbortSignal): Promise<boolean> {
    if (this.parts === undefined) return false;
    const claimed = await this.parts.confirmations.claim(MAILS_AT_ONCE, await this.parts.clock.sync());
    await Promise.all(claimed.map((each) => this.ask(each, this.parts!, signal)));
    return claimed.length === MAILS_AT_ONCE;
  }

  private async ask(
    claimed: ClaimedConfirmation,
    { confirmations, links, emails, clock, publicUrl }: ConfirmationParts,
    signal: AbortSignal,
  ): Promise<void> {
    const { endpointId, address, mailId, accountName, expiresAt } = claimed;
    const confirmUrl = `${publicUrl}/c/${links.tokenOf({ endpointId, expiresAt })}`;
    const answer = await emails.send(
      {
        to: address,
        messageId: mailId,
        list: null,
        ...renderConfirmationEmail({ accountName, address, confirmUrl, expiresAt }),
      },
      signal,
    );
    const now = clock.now();
    await confirmations.finish(claimed, this.resultOf(claimed, judgeEmail(answer, FAILURES), now), now);
  }

  private resultOf(
    { attempts }: ClaimedConfirmation,
    { kind, refusesRecipient, retryAfterMs }: ReturnType<typeof judgeEmail>,
    now: Date,
  ): ConfirmationResult {
    const { scheduleMs, random } = this.parts!;
    if (kind === 'DELIVERED') return { kind: 'sent' };
    if (refusesRecipient) return { kind: 'no-mailbox' };
    const waitMs =
      kind === 'BROKEN_OFF'
        ? 0
        : kind === 'END' || attempts >= CONFIRMATION_ATTEMPTS
          ? null
          : retryDelayMs(scheduleMs, attempts, random, retryAfterMs);
    return { kind: 'failed', againAt: waitMs === null ? null : new Date(now.getTime() + waitMs) };
  }
}
