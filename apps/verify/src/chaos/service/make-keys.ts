import type { Installation } from '../../installation.js';
import { runGable } from './commands.js';

const SOURCES = ['late.example', 'gone.example'];

/** The keys of a service under load, made by the command of the release that made its schema: others may not fit it. */
export async function makeKeys(
  installation: Installation,
  cliEntry: string,
): Promise<{ accountId: string; keys: { client: string; provider: string } }> {
  const make = async (account: string, role: string, ...further: string[]): Promise<string> => {
    const given = ['--account', account, '--role', role, '--name', account, ...further];
    const { code, output, errors } = await runGable(installation, cliEntry, 'keys', 'create', ...given, '--json');
    if (code !== 0) throw new Error(`gable keys create ended with ${code}: ${errors}`);
    return (JSON.parse(output) as { apiKey: string }).apiKey;
  };
  const client = await make('Chaos', 'ROLE_API_CLIENT');
  const sources = SOURCES.flatMap((domain) => ['--source', domain]);
  const provider = await make('Provider', 'ROLE_FEED_PROVIDER', ...sources);
  const [account] = await installation.database.query<{ id: string }>(`select id from account where name = 'Chaos'`);
  return { accountId: account!.id, keys: { client, provider } };
}
