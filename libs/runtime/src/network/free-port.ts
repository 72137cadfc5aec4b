import net from 'node:net';

/** A port of the loopback that nobody listens on: the wanted one if it is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = net.createServer();
  const port = await new Promise<number | undefined>((resolve, reject) => {
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(undefined)));
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () =>
      resolve((server.address() as net.AddressInfo).port),
    );
  });
  if (port === undefined) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
