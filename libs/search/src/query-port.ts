/** The narrow door through which the PostgreSQL adapter of search reaches the database; `Database` of @gable/persistence fits it. */
export interface QueryPort {
  /** Runs one statement with $1… parameters and answers its rows. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
}
