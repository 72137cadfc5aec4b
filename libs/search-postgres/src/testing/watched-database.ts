import type { Database } from '@gable/persistence';

/** The same database; `asked` gets each statement with its values. With no word about room there is none. */
export function watchedDatabase(
  database: Database,
  asked: string[],
  hasRoom = false,
): Pick<Database, 'query' | 'queryWithin' | 'hasRoom'> {
  return {
    hasRoom: () => hasRoom,
    query: (text, parameters) => {
      asked.push(`${text} ${JSON.stringify(parameters)}`);
      return database.query(text, parameters);
    },
    queryWithin: (...all) => database.queryWithin(...all),
  };
}
