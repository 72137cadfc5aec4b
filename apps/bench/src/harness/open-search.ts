import { launchOpenSearch, stopOpenSearch, type StartedOpenSearch } from '@gable/runtime/opensearch';
import { textLike, type ProgramOption } from '@gable/testing/options';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cpuSecondsOf } from './cpu-seconds-of.js';
import { memoryOf } from './memory-of.js';

/** The option of a bench that says how much memory its server may take. */
export function heapOption(standard: string): ProgramOption<string> {
  return textLike(/^\d+[mg]$/, 'a size such as 512m or 1g', ['size', 'the heap of OpenSearch', standard]);
}

/**
 * A server of its own for the time of the work, with a home that is removed at the end; what was fetched for it is
 * kept.
 */
export async function withOpenSearch<T>(heap: string, work: (server: OpenSearch) => Promise<T>): Promise<T> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-opensearch-'));
  fs.chmodSync(home, 0o711); // the server runs as another user when this is root
  const end = (): Promise<void> =>
    stopOpenSearch(home).finally(() => fs.rmSync(home, { recursive: true, force: true }));
  const leave = (): void => void end().finally(() => process.exit(130)); // Ctrl-C must not leave a server behind
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const start = (port: number): Promise<StartedOpenSearch> => launchOpenSearch({ home, port, heap });
    return await work(new OpenSearch(await start(0), start));
  } finally {
    await end();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

/** Requests to one server, one at a time, and the processor time it has used. */
export class OpenSearch {
  readonly url: string;
  private pid: number;

  constructor(
    { url, pid }: StartedOpenSearch,
    private readonly start: (port: number) => Promise<StartedOpenSearch>,
  ) {
    [this.url, this.pid] = [url, pid];
  }

  /** Ends it at once, as a lost machine does. */
  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  /** Starts it where it was, with the data it had; returns when it answers. */
  async startAgain(): Promise<void> {
    this.pid = (await this.start(Number(new URL(this.url).port))).pid;
  }

  async request<T>(method: string, route: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/${route}`, {
      method,
      headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text.slice(0, 1_000)}`);
    return JSON.parse(text) as T;
  }

  /** Stores documents in lines of `_bulk`; an error of any of them is an error. */
  async bulk(index: string, documents: readonly Record<string, unknown>[]): Promise<void> {
    const lines = documents.map((document) => `{"index":{}}\n${JSON.stringify(document)}\n`).join('');
    const { errors, items } = await this.request<{ errors: boolean; items: { index: { error?: unknown } }[] }>(
      'POST',
      `${index}/_bulk`,
      lines,
    );
    if (errors)
      throw new Error(
        `the server refused a document: ${JSON.stringify(items.find(({ index: { error } }) => error)).slice(0, 1_000)}`,
      );
  }

  /** Resident memory (proc(5)). */
  residentMegabytes(): number {
    return memoryOf(this.pid)?.now ?? 0;
  }

  /** Of all its threads since it started. */
  cpuSeconds(): number {
    return cpuSecondsOf(this.pid);
  }
}
