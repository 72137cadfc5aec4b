import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  BACKUP_FORMAT,
  BackupUnreadable,
  digestOf,
  parseCopyLine,
  type BackedUpTable,
  type BackupHeader,
  type BackupTrailer,
} from './backup-format.js';

/** A backup in the order of its parts. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader; readonly text: string }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'table-end' }
  | { readonly kind: 'trailer'; readonly trailer: BackupTrailer };

/** A backup that is whole and as it was written. */
export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** Of the file. */
  readonly bytes: number;
  readonly sha256: string;
}

const JSON_LINE = '-- {';
const END = Buffer.from('\\.\n');
const END_OF_ROWS = Buffer.from('\n\\.\n');
const MOST_OF_A_LINE = 1 << 20;

/** Reads all of it once and compares every digest. @throws BackupUnreadable */
export async function verifyBackup(file: Readable, onProgress?: (bytes: number) => void): Promise<VerifiedBackup> {
  const [ofFile, found] = [createHash('sha256'), [] as Omit<BackedUpTable, 'rows'>[]];
  let [bytes, header, trailer] = [0, undefined as BackupHeader | undefined, undefined as BackupTrailer | undefined];
  let [text, hash, size, name] = ['', createHash('sha256'), 0, ''];
  file.on('data', (chunk: Buffer) => {
    ofFile.update(chunk);
    onProgress?.((bytes += chunk.length));
  });
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') ({ header, text } = part);
    else if (part.kind === 'table') [hash, size, name] = [createHash('sha256'), 0, part.table];
    else if (part.kind === 'rows') {
      hash.update(part.bytes);
      size += part.bytes.length;
    } else if (part.kind === 'table-end') found.push({ name, bytes: size, sha256: hash.digest('hex') });
    else ({ trailer } = part);
  }
  if (header === undefined || trailer === undefined) throw new BackupUnreadable('The backup ends before its end.');
  compare(text, trailer, found);
  return { header, trailer, bytes, sha256: ofFile.digest('hex') };
}

function compare(header: string, trailer: BackupTrailer, found: readonly Omit<BackedUpTable, 'rows'>[]): void {
  const differ = trailer.tables.find(({ sha256 }, n) => found[n]?.sha256 !== sha256);
  if (differ || found.length !== trailer.tables.length)
    throw new BackupUnreadable(`The backup was changed: the rows of ${differ?.name ?? 'a table'} have another digest.`);
  if (digestOf(header, trailer) !== trailer.sha256)
    throw new BackupUnreadable('The backup was changed: what it says of itself has another digest.');
}

/** The parts of a backup as they come; memory does not grow with it. @throws BackupUnreadable */
export async function* readBackup(file: Readable): AsyncGenerator<BackupPart> {
  const plain = file.pipe(createGunzip({ chunkSize: 1 << 18 }));
  file.on('error', (error) => plain.destroy(error));
  try {
    yield* partsOf(plain);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_')) throw new BackupUnreadable(`The file is no whole backup: ${(error as Error).message}.`);
    throw error;
  } finally {
    file.destroy();
    plain.destroy();
  }
}

async function* partsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  let rest: Buffer = Buffer.alloc(0);
  let [inRows, isFirst, lines] = [false, false, 0];
  for await (const chunk of plain) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (inRows) {
        if (rest.length < END.length) break;
        const ends = isFirst && rest.subarray(0, END.length).equals(END) ? -1 : rest.indexOf(END_OF_ROWS);
        const isOver = ends >= 0 || (isFirst && rest.subarray(0, END.length).equals(END));
        const upTo = isOver ? ends + 1 : rest.length - END.length;
        if (upTo > 0) {
          yield { kind: 'rows', bytes: rest.subarray(0, upTo) };
          isFirst = false;
        }
        rest = rest.subarray(isOver ? upTo + END.length : upTo);
        if (!isOver) break;
        inRows = false;
        yield { kind: 'table-end' };
      }
      const end = rest.indexOf(10);
      if (end < 0 && rest.length > MOST_OF_A_LINE) throw new BackupUnreadable('The file is no backup of Gable.');
      if (end < 0) break;
      const part = partOf(rest.subarray(0, end).toString('utf8'), (lines += 1));
      rest = rest.subarray(end + 1);
      if (part === null) continue;
      if (part.kind === 'table') [inRows, isFirst] = [true, true];
      yield part;
    }
  }
  if (inRows || rest.length > 0) throw new BackupUnreadable('The backup ends before its end.');
}

/** What a line outside of rows says. */
function partOf(line: string, number: number): BackupPart | null {
  if (number === 1) {
    if (!line.startsWith('-- Gable backup')) throw new BackupUnreadable('The file is no backup of Gable.');
    return null;
  }
  if (!line.startsWith(JSON_LINE)) return { kind: 'table', ...parseCopyLine(line) };
  const text = line.slice(JSON_LINE.length - 1);
  if (number > 2) return { kind: 'trailer', trailer: JSON.parse(text) as BackupTrailer };
  const header = JSON.parse(text) as BackupHeader;
  if (header.format !== BACKUP_FORMAT)
    throw new BackupUnreadable(`The backup has format ${header.format}; this release reads format ${BACKUP_FORMAT}.`);
  return { kind: 'header', header, text };
}
