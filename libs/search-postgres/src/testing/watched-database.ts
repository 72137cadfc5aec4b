import type { Database } from '@gable/persistence';

/** The same database; `asked` gets each statement with its values. */
export function watchedDatabase(database: Database, asked: string[]): Pick<Database, 'query' | 'queryWithin'> {
  return {
    query: (text, parameters) => {
      asked.push(`${text} ${JSON.stringify(parameters)}`);
      return database.query(text, parameters);
    },
    queryWithin: (...all) => database.queryWithin(...all),
  };
}
