import { generateLines, type DemoOptions } from './generate-demo.js';
import { generateDivisions, type Town } from './generate-divisions.js';
import { readFrance } from './read-communes.js';

/** Lines as they would stand in a file. */
export interface DemoFile {
  /** How many. */
  readonly lines: number;
  readonly chunks: readonly Uint8Array[];
}

/** Who makes the demo, here or in a thread of its own. */
export interface DemoMaker {
  /** Parents first; the same for all options. */
  divisions(): Promise<DemoFile>;
  /** Every state of every listing, by time. */
  listings(options: DemoOptions): Promise<DemoFile>;
}

const LINES_PER_CHUNK = 200;
const encoder = new TextEncoder();

/** Makes the demo here, which holds whatever else this thread does. */
export class DemoMakerHere implements DemoMaker {
  private made: { towns: readonly Town[]; file: DemoFile } | undefined;

  divisions(): Promise<DemoFile> {
    return Promise.resolve(this.make().file);
  }

  listings(options: DemoOptions): Promise<DemoFile> {
    return Promise.resolve(asFile(generateLines(this.make().towns, options).lines));
  }

  private make(): { towns: readonly Town[]; file: DemoFile } {
    if (this.made !== undefined) return this.made;
    const { divisions, towns } = generateDivisions(readFrance());
    return (this.made = { towns, file: asFile(divisions) });
  }
}

function asFile(lines: readonly unknown[]): DemoFile {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < lines.length; start += LINES_PER_CHUNK) {
    const text = lines
      .slice(start, start + LINES_PER_CHUNK)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    chunks.push(encoder.encode(text)); // each in memory of its own, which can go to another thread
  }
  return { lines: lines.length, chunks };
}
