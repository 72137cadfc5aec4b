import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkPort, PortTaken, reachable } from './check-port.js';

async function serve(
  headers: Record<string, string> = {},
  reasons: { check: string }[] = [],
): Promise<{ port: number; close: () => void }> {
  const server = http
    .createServer((_request, response) => response.writeHead(200, headers).end(JSON.stringify({ reasons })))
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('checkPort', () => {
  it('is content with a free port, and leaves it free', async () => {
    const { port, close } = await serve();
    close();
    await checkPort('127.0.0.1', port);
    await checkPort('127.0.0.1', port);
  });

  it('says which port is taken and what to type instead', async () => {
    const { port, close } = await serve();
    const refusal = await checkPort('127.0.0.1', port).catch((error: unknown) => error);
    close();
    expect(refusal).toBeInstanceOf(PortTaken);
    expect((refusal as Error).message).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Start on another one: PORT=${port + 10} npm start`,
    );
  });

  it('recognises a Gable that runs already', async () => {
    const { port, close } = await serve({ 'API-Version': '1' });
    await expect(checkPort('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by a Gable that is already running.`,
    );
    close();
  });

  it('waits for a Gable that is just leaving', async () => {
    const { port, close } = await serve({ 'API-Version': '1' }, [{ check: 'shutdown' }]);
    setTimeout(close, 1_000);
    await checkPort('127.0.0.1', port);
  });

  it('does not wait for ever', async () => {
    const { port, close } = await serve({ 'API-Version': '1' }, [{ check: 'shutdown' }]);
    await expect(checkPort('127.0.0.1', port, 500)).rejects.toThrow(PortTaken);
    close();
  });

  it('says so when the host is not of this machine', async () => {
    await expect(checkPort('203.0.113.7', 3999)).rejects.toThrow(
      'Cannot listen on 203.0.113.7:3999 (EADDRNOTAVAIL). Check HOST and PORT.',
    );
  });
});

describe('reachable', () => {
  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['gable.local', 'gable.local'],
  ])('calls %s by %s', (host, name) => {
    expect(reachable(host)).toBe(name);
  });
});
