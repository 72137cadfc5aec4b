/** One thing wrong in what a caller sent. `propertyPath` is in the caller's own spelling, e.g. `criteria.children[2].price.min`. */
export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

/** Either the parsed value or what is wrong with it. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly violations: readonly Violation[] };
