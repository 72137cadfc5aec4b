import fs from 'node:fs';
import path from 'node:path';

/** Says in a home that its demo is being loaded, and up to which instant it reaches. */
export class DemoMark {
  private readonly file: string;

  constructor(home: string) {
    this.file = path.join(home, 'demo-loading.json');
  }

  /** Undefined where no load was begun, or it was finished. */
  read(): Date | undefined {
    try {
      const { reference } = JSON.parse(fs.readFileSync(this.file, 'utf8')) as { reference: string };
      return Number.isNaN(Date.parse(reference)) ? undefined : new Date(reference);
    } catch {
      return undefined;
    }
  }

  set(reference: Date): void {
    fs.writeFileSync(this.file, JSON.stringify({ reference }), { mode: 0o600 });
  }

  /** Another start of the same home may have been quicker. */
  remove(): void {
    fs.rmSync(this.file, { force: true });
  }
}
