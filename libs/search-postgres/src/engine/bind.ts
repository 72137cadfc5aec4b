/** Takes a value as a parameter of the statement and answers its placeholder, `$3`. */
export type Bind = (value: unknown) => string;

/** Gathers the parameters of one statement, so that no value is ever written into its text. */
export class Parameters {
  readonly values: unknown[] = [];

  /** `first` is the number of the first placeholder. */
  constructor(private readonly first = 1) {}

  readonly bind: Bind = (value) => `$${this.first + this.values.push(value) - 1}`;
}
