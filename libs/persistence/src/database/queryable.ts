/** Runs statements: the database itself, or one transaction on it. */
export interface Queryable {
  /** Runs one statement with $1… parameters and answers its rows. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
