import net from 'node:net';

/** A port of the loopback that nobody listens on: the wished one if it is free. */
export async function freePort(wished = 0): Promise<number> {
  const server = net.createServer();
  const port = await new Promise<number | undefined>((resolve, reject) => {
    server.once('error', (error) => (wished === 0 ? reject(error) : resolve(undefined)));
    server.listen({ host: '127.0.0.1', port: wished, exclusive: true }, () =>
      resolve((server.address() as net.AddressInfo).port),
    );
  });
  if (port === undefined) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
