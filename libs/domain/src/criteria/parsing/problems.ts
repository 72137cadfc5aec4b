import type { Violation } from '../violation.js';

/** Gathers what is wrong, up to a bound; readers stop looking once it is full. */
export class Problems {
  private readonly found: Violation[] = [];

  constructor(private readonly max: number) {}

  /** Notes one violation. Answers undefined so that a reader can note and give up in one statement. */
  add(propertyPath: string, message: string): undefined {
    if (!this.full) this.found.push(Object.freeze({ propertyPath, message }));
    return undefined;
  }

  get full(): boolean {
    return this.found.length >= this.max;
  }

  get none(): boolean {
    return this.found.length === 0;
  }

  get violations(): readonly Violation[] {
    return Object.freeze([...this.found]);
  }
}
