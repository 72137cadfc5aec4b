import type { Violation } from '@gable/domain';
import { parseSnapshotLine, readNames, refuseAhead } from '@gable/domain/listing';
import { refuseForeign } from '../reading/refuse-foreign.js';
import type { FeedLine } from '../reading/line-splitter.js';
import { SnapshotRefused } from './snapshot-refused.js';

/** What is asked for where a file does not say itself that it is a snapshot. */
export interface AskedSnapshot {
  /** Domain of its source; default: that of the first listing that is read. */
  readonly source?: string;
  /** When the source had these listings online; default: the newest `observedAt` among its lines. */
  readonly observedAt?: Date;
}

/** How the first line of a feed was read. */
export type FirstLine =
  | { readonly is: 'listing' }
  | { readonly is: 'snapshot'; readonly unknownFields: readonly string[] }
  | { readonly is: 'refused'; readonly violations: readonly Violation[] };

/** Whether a feed is a snapshot, of which source and when, and what its lines say of that. */
export class SnapshotReader {
  private domain: string | undefined;
  private instant: Date | undefined;
  private isOne: boolean;
  private lines = 0;
  private expectedLines: number | undefined;

  /** `clock` gives the database's time. */
  constructor(
    private readonly asked: AskedSnapshot | undefined,
    private readonly clock: () => Promise<Date>,
    private readonly onlySource?: string,
  ) {
    this.isOne = asked !== undefined;
    this.domain = asked?.source;
    this.instant = asked?.observedAt;
  }

  get isSnapshot(): boolean {
    return this.isOne;
  }

  /** Undefined where neither the caller nor a line names it. */
  get source(): string | undefined {
    return this.domain;
  }

  /** Undefined where it is that of the newest line. */
  get observedAt(): Date | undefined {
    return this.instant;
  }

  /** Lines after the snapshot line, and how many there should be where it says so. */
  get count(): { readonly lines: number; readonly expected: number | undefined } {
    return { lines: this.lines, expected: this.expectedLines };
  }

  /** To be asked of the first line. One that is a snapshot line and cannot be used leaves the feed one like others. */
  async begin(line: FeedLine): Promise<FirstLine> {
    const parsed = line.unreadable === undefined ? parseSnapshotLine(line.text) : undefined;
    if (parsed === undefined) return { is: 'listing' };
    if (!parsed.ok) return { is: 'refused', violations: parsed.violations };
    const { source, observedAt, lines } = parsed.value;
    const foreign = refuseForeign('snapshot.source.domain', source.domain, this.onlySource);
    if (foreign !== undefined) return { is: 'refused', violations: [foreign] };
    const ahead = refuseAhead(observedAt, await this.clock());
    if (ahead !== undefined)
      return { is: 'refused', violations: [{ ...ahead, propertyPath: `snapshot.${ahead.propertyPath}` }] };
    this.refuseContradiction('source', source.domain, this.asked?.source);
    this.refuseContradiction('instant', observedAt, this.asked?.observedAt?.toISOString());
    this.isOne = true;
    this.domain = source.domain;
    this.instant = new Date(observedAt);
    this.expectedLines = lines;
    return { is: 'snapshot', unknownFields: parsed.unknownFields };
  }

  /** Takes note of a line of a listing. Answers what is wrong with it in this feed, where it is of another source. */
  judge(domain: string): Violation | undefined {
    if (!this.isOne) return undefined;
    this.domain ??= domain;
    if (!this.isForeign(domain)) return undefined;
    return {
      propertyPath: 'source.domain',
      message: `is not ${this.domain}, whose snapshot this file is: a snapshot holds one source`,
    };
  }

  /** Whether a line of this source is not one of the snapshot's. Where either is not known, it may be. */
  isForeign(domain: string | undefined): boolean {
    return domain !== undefined && this.domain !== undefined && domain !== this.domain;
  }

  /** Takes note that there was another line. */
  countLine(): void {
    this.lines += 1;
  }

  /** The listing that a refused line is about; undefined where that cannot be read. */
  nameOf({ text, unreadable, decoded }: FeedLine): { externalId?: string; domain?: string } {
    if (unreadable === undefined) return readNames(text);
    if (decoded === undefined) return {};
    const { externalId, domain } = readNames(decoded);
    return { externalId: externalId?.includes('\uFFFD') ? undefined : externalId, domain };
  }

  private refuseContradiction(what: string, said: string, asked: string | undefined): void {
    if (asked !== undefined && asked !== said)
      throw new SnapshotRefused(
        `The ${what} of the snapshot is ${said} by its first line and ${asked} by the command. Nothing was read: ` +
          `leave out what the line says itself.`,
      );
  }
}
