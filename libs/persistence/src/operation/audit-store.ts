import type { Queryable } from '../database/database.js';
import { BEGIN_ENTRY, CONTINUE_ENTRY, SELECT_ENTRIES } from './statements/audit.js';

/** What somebody did by hand. */
export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  /** Who did it, as they say. */
  readonly actor: string;
  /** The command, such as `listings reset`. */
  readonly action: string;
  readonly subject: Readonly<Record<string, unknown>>;
  /** How far it came. */
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Null while it is under way, and where it was interrupted. */
  readonly finishedAt: Date | null;
}

/** The audit trail of what operators do. Written before the work begins and with each portion of it. */
export class AuditStore {
  constructor(private readonly database: Queryable) {}

  /** Notes that something begins; answers the entry's id. */
  async begin(actor: string, action: string, subject: AuditEntry['subject']): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(BEGIN_ENTRY, [actor, action, subject]);
    return row!.id;
  }

  /** Notes how far it came, in the transaction of the portion. */
  async continue(within: Queryable, id: number, outcome: AuditEntry['outcome']): Promise<void> {
    await within.query(CONTINUE_ENTRY, [id, outcome, false]);
  }

  async finish(id: number, outcome: AuditEntry['outcome']): Promise<void> {
    await this.database.query(CONTINUE_ENTRY, [id, outcome, true]);
  }

  /** Newest first. */
  async list(limit: number): Promise<AuditEntry[]> {
    return this.database.query<AuditEntry>(SELECT_ENTRIES, [limit]);
  }
}
