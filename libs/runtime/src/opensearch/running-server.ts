import fs from 'node:fs';
import path from 'node:path';
import { commandLineOf } from '../process/process-identity.js';
import type { Layout } from './layout.js';

/** What the state file of a home says of its server. */
export interface OpenSearchServer {
  readonly url: string;
  readonly pid: number;
  readonly version: string;
  readonly heap: string;
  readonly home: string;
}

/** The server of a home where it lives: a state file can outlive it, and its pid be taken by another process. */
export function runningServer({ node, state }: Pick<Layout, 'node' | 'state'>): OpenSearchServer | undefined {
  const server = readState(state);
  return server && commandLineOf(server.pid).includes(node + path.sep) ? server : undefined;
}

/** Whether the server answers and can be searched. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=5s`, {
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok && !((await response.json()) as { timed_out: boolean }).timed_out;
  } catch {
    return false;
  }
}

function readState(file: string): OpenSearchServer | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as OpenSearchServer;
  } catch {
    return undefined;
  }
}
