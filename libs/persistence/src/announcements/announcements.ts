import type { Database, TakenSession } from '../database/database.js';
import type { Queryable } from '../database/queryable.js';
import { ANNOUNCE } from './statements/announce.js';

/** What may be announced: that changes are to be matched, or deliveries to be sent. */
export const TOPICS = ['changes', 'deliveries'] as const;
/** One of TOPICS: for whom there is work. */
export type Topic = (typeof TOPICS)[number];

const CHANNEL = 'gable_';
const REOPEN_AFTER_MS = 1_000;

/**
 * Says that there is work, so that who does it need not wait for its next look. Call it after the commit, on the pool:
 * within a transaction that writes it would make commits wait for each other. One that gets lost costs a pause.
 */
export function announce(database: Queryable, topic: Topic): void {
  database.query(ANNOUNCE, [CHANNEL + topic]).catch(() => {});
}

/** Hears what other processes and this one announce, on a connection of its own that is opened anew when it is lost. */
export class Announcements {
  private readonly listeners = new Map<Topic, Set<() => void>>();
  private session: TakenSession | undefined;
  private reopening: NodeJS.Timeout | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isOpen = false;

  constructor(private readonly database: Pick<Database, 'takeSession'>) {}

  /** Calls back for each announcement of the topic, until the answer is called. */
  on(topic: Topic, listener: () => void): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Begins to listen; until it does, and where it cannot, nobody is called. */
  open(): Promise<void> {
    this.isOpen = true;
    return (this.opening = this.connect());
  }

  async close(): Promise<void> {
    this.isOpen = false;
    clearTimeout(this.reopening);
    await this.opening;
    this.session?.giveBack();
    this.session = undefined;
  }

  private async connect(): Promise<void> {
    try {
      const session = await this.database.takeSession();
      const { client } = session;
      client.once('error', () => this.lose(session)).once('end', () => this.lose(session));
      client.on('notification', ({ channel }) => this.tell(channel.slice(CHANNEL.length) as Topic));
      this.session = session;
      for (const topic of TOPICS) await client.query(`listen ${CHANNEL}${topic}`);
      for (const topic of TOPICS) this.tell(topic); // nobody heard what came until now
    } catch {
      this.lose(this.session);
    }
  }

  private lose(session: TakenSession | undefined): void {
    if (session !== this.session) return;
    this.session = undefined;
    session?.giveBack();
    if (!this.isOpen) return;
    clearTimeout(this.reopening);
    this.reopening = setTimeout(() => void this.open(), REOPEN_AFTER_MS).unref();
  }

  private tell(topic: Topic): void {
    this.listeners.get(topic)?.forEach((listener) => listener());
  }
}
