import net from 'node:net';

/**
 * How a connection is treated: passed on, cut off at once (a server that is gone), or taken and never answered (one
 * that hangs).
 */
export type FaultMode = 'PASS' | 'CUT' | 'HANG';

/** Stands between a client and a server and lets the server seem healthy, gone or hanging. */
export class FaultProxy {
  private mode: FaultMode = 'PASS';
  private readonly pairs = new Set<[net.Socket, net.Socket | undefined]>();

  private constructor(
    private readonly server: net.Server,
    readonly url: string,
  ) {}

  static async before(target: string): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new FaultProxy(server, `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`);
    server.on('connection', (socket) => proxy.take(socket, () => net.connect(Number(port), hostname)));
    return proxy;
  }

  /** From now on, for connections that are open too. */
  set(mode: FaultMode): void {
    this.mode = mode;
    for (const [client, upstream] of this.pairs) {
      if (mode === 'HANG') upstream?.unpipe(client);
      else client.destroy();
    }
  }

  async close(): Promise<void> {
    this.set('CUT');
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(client: net.Socket, connect: () => net.Socket): void {
    if (this.mode === 'CUT') return void client.destroy();
    const upstream = this.mode === 'PASS' ? connect() : undefined;
    const pair: [net.Socket, net.Socket | undefined] = [client, upstream];
    this.pairs.add(pair);
    client
      .on('error', () => undefined)
      .on('close', () => {
        this.pairs.delete(pair);
        upstream?.destroy();
      });
    upstream?.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.resume();
    if (upstream !== undefined) client.pipe(upstream).pipe(client);
  }
}
