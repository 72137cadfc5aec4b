import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { forkApp, untilListening } from '@gable/testing';

const entry = path.resolve(__dirname, '../../../..', 'apps/api/dist/main.js');

/** Starts the API as a process of its own, and waits until it listens. */
export async function startApi(
  environment: NodeJS.ProcessEnv,
  log: 'pipe' | 2 = 2,
): Promise<{ child: ChildProcess; port: number }> {
  const child = forkApp(entry, { ...process.env, ...environment }, { log });
  return { child, port: await untilListening(child) };
}

/** Names of the metrics that a process shows, and their samples by name. */
export async function scrape(port: number): Promise<{ names: string[]; text: string }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return { names: [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!), text };
}
