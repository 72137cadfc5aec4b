import { createReadStream, statSync } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { refusal } from './outcome.js';

/** One file to read, or standard input for `-`. */
export interface NamedInput {
  readonly name: string;
  readonly stream: Readable;
  /** Whether it is still as it was when it was opened; always for what is no regular file. */
  readonly isWhole: () => Promise<boolean>;
}

/**
 * The files of a command line in their order, each opened when its turn comes. All are checked first: a misspelt last
 * name should not cost an hour.
 */
export function* openFiles(files: readonly string[], onBytes: (bytes: number) => void): Generator<NamedInput> {
  for (const file of files) {
    const found = file === '-' || statSync(file, { throwIfNoEntry: false });
    if (!found) throw refusal('ENOENT', `There is no file ${file}.`);
    // A pipe is as good as a file, a folder is not.
    if (found !== true && found.isDirectory()) throw refusal('EISDIR', `${file} is a folder.`);
  }
  for (const file of files) {
    const source = file === '-' ? process.stdin : createReadStream(file);
    const opened = file === '-' ? 'pipe' : versionOf(file);
    yield {
      name: file === '-' ? 'standard-input' : file,
      stream: counted(source, onBytes),
      isWhole: () => Promise.resolve(file === '-' || versionOf(file) === opened),
    };
  }
}

/** Bytes of all files, for the progress bar; 0 when standard input is among them. */
export function totalBytes(files: readonly string[]): number {
  return files.includes('-')
    ? 0
    : files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : found.isFile() ? `${found.ino}:${found.size}:${found.mtimeMs}` : 'pipe';
}

function counted(source: Readable, onBytes: (bytes: number) => void): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  source.on('error', (error) => counter.destroy(error));
  return source.pipe(counter);
}
