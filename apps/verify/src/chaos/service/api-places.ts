import type { ChildProcess } from 'node:child_process';
import { endProcess } from '@gable/testing';
import { startApi } from '../../api-process.js';
import type { Installation } from '../../installation.js';

/** What one API answered; undefined where it was killed meanwhile, or is not there. */
export type ApiAnswer = { readonly status: number; readonly text: string } | undefined;

interface Place {
  readonly entry: string;
  readonly further: Readonly<Record<string, string>>;
  url: string;
  child: ChildProcess | undefined;
}

/** Real API processes of one or more releases on one installation, each at a place of its own. */
export class ApiPlaces {
  private readonly places: Place[] = [];

  constructor(
    private readonly installation: Installation,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  get size(): number {
    return this.places.length;
  }

  /** Starts one of this main file at a new place, and answers which; further settings may set its clock apart. */
  async add(entry: string, further: Readonly<Record<string, string>> = {}): Promise<number> {
    this.places.push({ entry, further, url: '', child: undefined });
    await this.start(this.places.length - 1);
    return this.places.length - 1;
  }

  /** @throws where the process ends before it listens */
  async start(number: number): Promise<void> {
    const place = this.places[number]!;
    const { url, child } = await startApi(this.installation, place.entry, { ...this.settings, ...place.further });
    Object.assign(place, { url, child });
    child.once('exit', () => {
      if (place.child === child) place.child = undefined;
    });
  }

  isUp(number: number): boolean {
    return this.places[number]?.child !== undefined;
  }

  /** `kill -9`; or another signal, and the code that the process ended with. */
  async end(number: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.places[number]?.child;
    return child === undefined ? null : endProcess(child, signal);
  }

  async endAll(): Promise<void> {
    await Promise.all(this.places.map((_, number) => this.end(number)));
  }

  async ask(number: number, apiKey: string, method: string, path: string, body?: object): Promise<ApiAnswer> {
    const place = this.places[number];
    const child = place?.child;
    if (place === undefined || child === undefined) return undefined;
    try {
      const response = await fetch(`${place.url}${path}`, {
        method,
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', Accept: 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (place.child !== child || child.killed) return undefined; // it was killed meanwhile
      return { status: 0, text: String((error as Error).cause ?? error) };
    }
  }
}
