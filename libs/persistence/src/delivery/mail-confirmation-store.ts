import {
  CONFIRMATION_ATTEMPTS,
  CONFIRMATION_LINK_MS,
  LEASE_MS,
  mayAskToConfirm,
  type RecentConfirmations,
} from '@gable/domain/delivery';
import type { Database, Transaction } from '../database/database.js';
import { maySend } from './delivery-pause-store.js';
import { SUPPRESSED_MESSAGE } from './given-up.js';
import { releaseQueues } from './blocked-queues.js';
import {
  CLAIMABLE,
  CONFIRM,
  FIND_ASKED,
  LOCK_CLAIMS,
  POSTPONE,
  REQUIRE,
  SUPPRESS,
  WRITE_CLAIMED,
  WRITE_RESULT,
} from './statements/confirm-addresses.js';

/** A mail to send that asks an address to confirm. */
export interface ClaimedConfirmation {
  readonly endpointId: number;
  readonly accountName: string;
  readonly address: string;
  /** The same on every attempt. */
  readonly mailId: string;
  readonly attempts: number;
  /** Of its link. */
  readonly expiresAt: Date;
}

/**
 * How an attempt of such a mail ended: taken by the mail server; to be tried again then, or with null not at all; or no
 * such mailbox.
 */
export type ConfirmationResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly againAt: Date | null }
  | { readonly kind: 'no-mailbox' };

/** An address as the page behind the link shows it. */
export interface AskedAddress {
  readonly address: string;
  readonly accountName: string;
  readonly isConfirmed: boolean;
}

/** Mail addresses that are asked whether they want mails, where EMAIL_CONFIRMATION is required. */
export class MailConfirmationStore {
  constructor(private readonly database: Database) {}

  /**
   * Whether addresses have to confirm from now on, for every worker and the API; once nobody has to, what waited for it
   * goes out.
   */
  async require(isRequired: boolean, now: Date): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(REQUIRE, [isRequired]);
      if (!isRequired) await releaseQueues(transaction, now);
    });
  }

  /**
   * Mails to send now; each comes back when nobody wrote down within the lease how it went. That it is tried is written
   * before it is, so that crashes cannot make many mails of one.
   */
  async claim(limit: number, now: Date): Promise<ClaimedConfirmation[]> {
    return this.database.transaction(async (transaction) => {
      if (!(await maySend(transaction))) return [];
      await transaction.query(LOCK_CLAIMS); // the bounds of one address hold for the mails of all workers
      const rows = await transaction.query<ClaimableRow>(CLAIMABLE, [
        now,
        new Date(now.getTime() - DAY_MS),
        new Date(now.getTime() - CONFIRMATION_LINK_MS),
        limit,
        CONFIRMATION_ATTEMPTS,
      ]);
      const taken = rows.filter(
        (row, i) => row.is_wanted && (row.attempts > 0 || mayAskToConfirm(recent(row, rows.slice(0, i)))),
      );
      await postpone(
        transaction,
        rows.filter((row) => !taken.includes(row)),
        now,
      );
      await transaction.query(WRITE_CLAIMED, [
        taken.map(({ endpoint_id }) => endpoint_id),
        now,
        new Date(now.getTime() + LEASE_MS),
      ]);
      return taken.map((row) => ({
        endpointId: row.endpoint_id,
        accountName: row.account_name,
        address: row.address,
        mailId: row.mail_id,
        attempts: row.attempts + 1,
        expiresAt: new Date(row.asked_at.getTime() + CONFIRMATION_LINK_MS),
      }));
    });
  }

  /** Writes down how an attempt ended, unless a newer mail was asked for meanwhile. */
  async finish({ endpointId, mailId }: ClaimedConfirmation, result: ConfirmationResult, now: Date): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const dueAt = result.kind === 'failed' ? result.againAt : null;
      await transaction.query(WRITE_RESULT, [endpointId, mailId, dueAt, result.kind === 'sent' ? now : null, now]);
      if (result.kind === 'no-mailbox') await transaction.query(SUPPRESS, [endpointId, now, SUPPRESSED_MESSAGE]);
    });
  }

  /** Whose address a link is about; null where it is known no more. */
  async find(endpointId: number): Promise<AskedAddress | null> {
    const [row] = await this.database.query<AskedAddress>(FIND_ASKED, [endpointId]);
    return row ?? null;
  }

  /** The recipient wants the mails of this account: what waited goes out. Doing it again changes nothing. */
  async confirm(endpointId: number, now: Date): Promise<void> {
    await this.database.query(CONFIRM, [endpointId, now]);
  }
}

const DAY_MS = 86_400_000;
/** Asked for when the day's bounds were used up: looked at again after this. */
const BOUND_PAUSE_MS = 3_600_000;

interface ClaimableRow {
  endpoint_id: number;
  account_id: string;
  account_name: string;
  address: string;
  mail_id: string;
  asked_at: Date;
  attempts: number;
  is_wanted: boolean;
  to_address: number;
  of_account: number;
}

/** Mails of the last day, those counted that are claimed just now. */
function recent(row: ClaimableRow, before: readonly ClaimableRow[]): RecentConfirmations {
  const now = before.filter(({ attempts, is_wanted }) => attempts === 0 && is_wanted);
  return {
    toAddress: row.to_address + now.filter(({ address }) => address.toLowerCase() === row.address.toLowerCase()).length,
    ofAccount: row.of_account + now.filter(({ account_id }) => account_id === row.account_id).length,
  };
}

/** Those that nobody wants any more are dropped. */
async function postpone(transaction: Transaction, rows: readonly ClaimableRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const later = new Date(now.getTime() + BOUND_PAUSE_MS);
  await transaction.query(POSTPONE, [
    rows.map(({ endpoint_id }) => endpoint_id),
    rows.map(({ is_wanted }) => (is_wanted ? later : null)),
  ]);
}
