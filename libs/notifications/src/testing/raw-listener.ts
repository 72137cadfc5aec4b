import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A listener that counts TCP connections, whatever is said over them. */
export interface RawListener {
  readonly port: number;
  connections(): number;
  /** Connections that are open now, as far as the listener reads from them. */
  open(): number;
  close(): void;
}

/** Listens on a host and hands each connection on; without `serve` it is closed at once. */
export async function startRawListener(
  host: string,
  serve: (socket: Socket) => void = (socket) => socket.destroy(),
  port = 0,
): Promise<RawListener> {
  let connections = 0;
  const open = new Set<Socket>();
  const server = net.createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    serve(socket);
  });
  server.listen({ port, host, ipv6Only: true });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => open.size,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
