import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The port the API needs is in use. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** How long a service that is shutting down may keep its port; its own bound is 12 s. */
const DRAIN_PATIENCE_MS = 13_000;
/** What a killed supervisor leaves needs a moment to notice before it says that it is shutting down. */
const POLL_MS = 300;

/**
 * Makes sure that nobody listens where the API will; waits for a Gable that is just leaving. @throws PortTaken with
 * what to do.
 */
export async function checkPort(host: string, port: number, patienceMs = DRAIN_PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let code = await tryPort(host, port);
  let occupant: Occupant = 'stranger';
  while (code === 'EADDRINUSE') {
    await sleep(POLL_MS);
    occupant = await whoAnswers(host, port);
    code = await tryPort(host, port);
    if (occupant !== 'leaving' || Date.now() > deadline) break;
  }
  if (code === undefined) return;
  const wayOut = `Start on another one: PORT=${port <= 65_000 ? port + 10 : 3000} npm start`;
  const taker = occupant === 'stranger' ? 'another program' : 'a Gable that is already running';
  if (code === 'EADDRINUSE') throw new PortTaken(`Port ${port} on ${host} is taken by ${taker}. ${wayOut}`);
  if (code === 'EACCES') throw new PortTaken(`This user may not use port ${port}. ${wayOut}`);
  throw new PortTaken(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`);
}

type Occupant = 'stranger' | 'gable' | 'leaving';

async function tryPort(host: string, port: number): Promise<string | undefined> {
  const server = net.createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => resolve(undefined));
  });
  await new Promise((resolve) => server.close(resolve));
  return code;
}

async function whoAnswers(host: string, port: number): Promise<Occupant> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/health/ready`, {
      signal: AbortSignal.timeout(1_000),
    });
    const text = await response.text();
    if (!response.headers.has('api-version')) return 'stranger';
    return (JSON.parse(text) as { reasons?: { check: string }[] }).reasons?.some(({ check }) => check === 'shutdown')
      ? 'leaving'
      : 'gable';
  } catch {
    return 'stranger';
  }
}

/** An address to call what listens on a host: "all interfaces" is none, and version 6 goes in brackets. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return net.isIPv6(host) ? `[${host}]` : host;
}
