/**
 * One thing wrong in what a caller sent. `propertyPath` is in the caller's own spelling, e.g.
 * `criteria.children[2].price.min`.
 */
export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

/** Either the parsed value or what is wrong with it. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly violations: readonly Violation[] };

/** Collects violations up to a bound. Readers stop once it is full. */
export class ViolationList {
  private readonly found: Violation[] = [];

  constructor(private readonly max: number) {}

  /** Adds one violation. Returns undefined, so that a reader can add it and return in one statement. */
  add(propertyPath: string, message: string): undefined {
    if (!this.isFull) this.found.push(Object.freeze({ propertyPath, message }));
    return undefined;
  }

  get isFull(): boolean {
    return this.found.length >= this.max;
  }

  get isEmpty(): boolean {
    return this.found.length === 0;
  }

  get list(): readonly Violation[] {
    return Object.freeze([...this.found]);
  }
}
