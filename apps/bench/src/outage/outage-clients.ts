import { setTimeout as sleep } from 'node:timers/promises';
import { classicSearch, commonFilter } from '../data/common-filter.js';

/**
 * An answer to a client, and the moment it asked, on the clock of `performance.now()`. Status 0: the connection failed.
 */
export interface Answered {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly backend: string | null;
}

const CLIENTS = 8;
const THINKING_MS = 50;
const FILTERS = 200;

/** Clients that search all the time, each with a moment between answer and question. */
export class OutageClients {
  readonly answers: Answered[] = [];
  private readonly clients: Promise<void>[] = [];
  private isOver = false;
  private asked = 0;

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  begin(): void {
    for (let client = 0; client < CLIENTS; client += 1) this.clients.push(this.keepAsking());
  }

  /** Asks until this engine answers; when that was. */
  async untilAnsweredBy(backend: string): Promise<number> {
    for (;;) {
      const answered = await this.ask();
      if (answered.backend === backend) return answered.at + answered.ms;
      await sleep(THINKING_MS);
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async keepAsking(): Promise<void> {
    while (!this.isOver) {
      this.answers.push(await this.ask());
      await sleep(THINKING_MS);
    }
  }

  private async ask(): Promise<Answered> {
    const body = classicSearch(commonFilter(this.asked++ % FILTERS, FILTERS));
    const at = performance.now();
    try {
      const response = await fetch(`${this.url}/properties`, {
        method: 'POST',
        headers: { 'x-api-key': this.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      return {
        at,
        ms: performance.now() - at,
        status: response.status,
        backend: response.headers.get('x-search-backend'),
      };
    } catch {
      return { at, ms: performance.now() - at, status: 0, backend: null };
    }
  }
}
