import type { Readable } from 'node:stream';
import type { Database } from '@gable/persistence';
import { DivisionStore, type WrittenDivision } from '@gable/persistence/geography';
import { UnknownFields, type IngestReport } from '../reading/ingest-report.js';
import { readLines } from '../reading/read-lines.js';
import { RejectFile } from '../reading/reject-file.js';
import { parseDivisionLine } from './parse-division-line.js';

/** Accounting of a divisions file: read = written + rejected. */
export interface DivisionReport {
  read: number;
  written: number;
  rejected: number;
  /** Path of the reject file, null if nothing was rejected. */
  rejects: string | null;
  /** How often each member unknown to the format was seen, by name. */
  unknownFields: IngestReport['unknownFields'];
}

export interface DivisionOptions {
  rejectFile: string;
  onProgress?: (report: DivisionReport) => void;
}

const BATCH = 1_000;

/**
 * Reads divisions (NDJSON, plain or gzip, parents first) and stores them; a bad line is set aside and never stops the
 * rest.
 */
export async function loadDivisions(
  database: Database,
  input: Readable,
  { rejectFile, onProgress }: DivisionOptions,
): Promise<DivisionReport> {
  const store = new DivisionStore(database);
  const known = await store.ancestors();
  const rejects = new RejectFile(rejectFile);
  const report: DivisionReport = {
    read: 0,
    written: 0,
    rejected: 0,
    rejects: null,
    unknownFields: Object.create(null) as DivisionReport['unknownFields'],
  };
  const unknownFields = new UnknownFields(report.unknownFields);
  let batch: WrittenDivision[] = [];
  /** What is under way: the next lines are read meanwhile. */
  let writing = Promise.resolve();
  try {
    for await (const { number, text, unreadable } of readLines(input)) {
      report.read += 1;
      const parsed =
        unreadable === undefined
          ? parseDivisionLine(text, known)
          : { ok: false as const, violations: [{ propertyPath: '', message: unreadable }], unknownFields: [] };
      for (const name of parsed.unknownFields) unknownFields.count(name);
      if (parsed.ok) {
        const { id, parentId } = parsed.value;
        const ancestorIds = parentId === null ? [] : [parentId, ...known.get(parentId)!];
        known.set(id, ancestorIds);
        batch.push({ ...parsed.value, ancestorIds });
      } else {
        report.rejected += 1;
        await rejects.write({
          line: number,
          reasons: parsed.violations.map(({ propertyPath, message }) => ({ path: propertyPath, message })),
          text,
        });
        report.rejects = rejects.path;
      }
      if (batch.length === BATCH) await flush();
    }
    await flush();
    await writing;
    await store.linkAncestors();
  } finally {
    await writing.catch(() => undefined); // where reading failed first, that is what is told
    await rejects.close();
  }
  return report;

  async function flush(): Promise<void> {
    const divisions = batch;
    batch = [];
    await writing;
    writing = write(divisions);
    writing.catch(() => undefined); // thrown where it is waited for
  }

  async function write(divisions: readonly WrittenDivision[]): Promise<void> {
    // The last line of an id wins.
    await store.write([...new Map(divisions.map((division) => [division.id, division])).values()]);
    report.written += divisions.length;
    onProgress?.(report);
  }
}
