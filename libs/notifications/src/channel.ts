import type { FailureCode } from './failures.js';

/** One attempt of one message. Never throws where the other side fails: what went wrong comes back as a stable code. */
export interface Channel<Message> {
  /**
   * Sends once and says how it went. An attempt ends by itself within the channel's own limit (15 s in production) as
   * `TIMEOUT`; an aborted `signal` ends it earlier, as `ABORTED`.
   */
  send(message: Message, signal: AbortSignal): Promise<AttemptResult>;
  /** Lets go of every connection; attempts under way end as failed. */
  close(): Promise<void>;
}

/** What the other side said, or why it could not be asked. */
export type AttemptResult =
  /**
   * Webhook: the HTTP status. E-mail: the reply code of SMTP to this recipient or this message (250, 451, 550 …), with
   * the enhanced status of RFC 3463 (`5.1.1`) where the server gave one. Failures between us and the mail server are
   * `failed`, whatever code it named: they say nothing of the recipient.
   */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly enhancedStatus?: string;
      /** E-mail: the recipient was accepted, and this is said of the text (`DATA`). */
      readonly isOfText?: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly retryAfterMs?: number };

/** A webhook ready to go: the bytes that are signed are the bytes that are sent. */
export interface WebhookMessage {
  readonly url: string;
  /** Whose it is, the account: messages of different owners never share a connection, nor wait for one another's. */
  readonly ownerId: string;
  /** `msg_` and the delivery's id; the same on every attempt. */
  readonly webhookId: string;
  readonly body: Uint8Array;
  /** As their owner gave or was given them: the current key first, then the one that is being rotated out. */
  readonly signingKeys: readonly string[];
  /** When this attempt is made; signed, to the second. */
  readonly timestamp: Date;
}

/** A mail ready to go. */
export interface EmailMessage {
  /** One bare address. */
  readonly to: string;
  /**
   * The delivery's id; the mail's `Message-ID` is made of it and of our domain, so that a repeated mail is the same
   * mail.
   */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of the mails of an alert; null for a single mail that is no part of a list. */
  readonly list: MailList | null;
}

/** What makes the mails of an alert a list that its readers can leave. */
export interface MailList {
  /** The alert's id; `List-Id` is made of it and of our domain. */
  readonly id: string;
  /** Where one `POST` stops these mails (RFC 8058); http or https. */
  readonly unsubscribeUrl: string;
}
