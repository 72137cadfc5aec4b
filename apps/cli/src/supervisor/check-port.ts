import net from 'node:net';

/** The port the API needs is in use. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Makes sure that nobody listens where the API will. @throws PortTaken with what to do. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = net.createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => resolve(undefined));
  });
  await new Promise((resolve) => server.close(resolve));
  if (code === undefined) return;
  const wayOut = `Start on another one: PORT=${port < 65_535 ? port + 10 : 3000} npm start`;
  if (code === 'EADDRINUSE') throw new PortTaken(`Port ${port} on ${host} is taken by another program${await isGable(host, port) ? ' (it looks like a Gable that is running already)' : ''}. ${wayOut}`);
  if (code === 'EACCES') throw new PortTaken(`Port ${port} may not be used by this user. ${wayOut}`);
  throw new PortTaken(`Nothing can listen on ${host}:${port} (${code}). Look at HOST and PORT.`);
}

async function isGable(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/health/live`, { signal: AbortSignal.timeout(1_000) });
    return response.headers.has('api-version');
  } catch {
    return false;
  }
}

/** An address to call what listens on a host: "all interfaces" is none, and version 6 goes in brackets. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return net.isIPv6(host) ? `[${host}]` : host;
}
