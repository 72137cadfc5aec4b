import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyStore, StoredApiKey } from '@gable/persistence/accounts';

interface LookUp {
  readonly keyId: string;
  readonly resolve: (key: StoredApiKey | null) => void;
  readonly reject: (reason: unknown) => void;
}

/** Ids of one statement. */
const PORTION = 500;
/** After a portion with an id that does not exist: guesses cost the database 50 short statements a second at most. */
const PAUSE_MS = 20;

/**
 * Looks up keys in portions, one statement at a time: what arrives meanwhile waits for the next. A key that nobody
 * knows and the key of a customer look the same until they were looked up, so nothing is refused. Addresses are served
 * in turns, so that a flood from one of them hardly delays the others.
 */
export class KeyLookUps {
  /** By address; whose turn is next stands first. */
  private readonly waiting = new Map<string, LookUp[]>();
  private isRunning = false;

  constructor(
    private readonly store: Pick<ApiKeyStore, 'findByKeyIds'>,
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => wait(ms),
  ) {}

  /** The key with this id; null where there is none. */
  find(keyId: string, address: string): Promise<StoredApiKey | null> {
    return new Promise((resolve, reject) => {
      const lookUp = { keyId, resolve, reject };
      const queue = this.waiting.get(address);
      if (queue === undefined) this.waiting.set(address, [lookUp]);
      else queue.push(lookUp);
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      const portion = this.takePortion();
      try {
        const found = await this.store.findByKeyIds(portion.map(({ keyId }) => keyId));
        const byId = new Map(found.map((key) => [key.keyId, key]));
        for (const { keyId, resolve } of portion) resolve(byId.get(keyId) ?? null);
        if (byId.size < portion.length) await this.pause(PAUSE_MS);
      } catch (error) {
        // Whoever waits behind it would only learn the same later.
        for (const { reject } of [...portion, ...[...this.waiting.values()].flat()]) reject(error);
        this.waiting.clear();
      }
    }
    this.isRunning = false;
  }

  /** One of each address, and again, until the portion is full. Who was served stands last from then on. */
  private takePortion(): LookUp[] {
    const portion: LookUp[] = [];
    while (this.waiting.size > 0 && portion.length < PORTION) {
      const [[address, queue]] = this.waiting as unknown as [[string, LookUp[]]];
      this.waiting.delete(address);
      portion.push(queue.shift()!);
      if (queue.length > 0) this.waiting.set(address, queue);
    }
    return portion;
  }
}
