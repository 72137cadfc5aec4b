import { CONSOLE_PATH } from './addresses.js';
import { Unreachable } from './api-problem.js';
import { useQuery } from './use-query.js';

/** What the operator set for this console: `GET /console/config.json`. */
export interface ConsoleConfig {
  readonly mapStyleUrl: string | null;
  readonly mapTilesUrl: string | null;
  /** Whether photos may be loaded from where portals keep them. */
  readonly imageOrigins: readonly string[];
}

const NOTHING_SET: ConsoleConfig = { mapStyleUrl: null, mapTilesUrl: null, imageOrigins: [] };

/** The settings; undefined until they are known. */
export function useConsoleConfig(): ConsoleConfig | undefined {
  const { data, isError } = useQuery({ queryKey: ['console-config'], queryFn: readConfig, staleTime: Infinity });
  return data ?? (isError ? NOTHING_SET : undefined);
}

async function readConfig(): Promise<ConsoleConfig> {
  const response = await fetch(`${CONSOLE_PATH}config.json`);
  if (!response.ok) throw new Unreachable({ cause: response.status });
  return (await response.json()) as ConsoleConfig;
}
