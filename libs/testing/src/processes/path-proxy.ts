import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A reverse proxy that answers below a path and takes it away before it passes a request on, as operators set one up;
 * elsewhere there is nothing.
 */
export class PathProxy {
  private constructor(
    private readonly server: http.Server,
    readonly origin: string,
    private readonly path: string,
  ) {}

  static async before(target: string, path: string): Promise<PathProxy> {
    const server = http.createServer((request, response) => {
      if (!request.url!.startsWith(`${path}/`)) return void response.writeHead(404).end('not behind this path');
      const { method, headers } = request;
      const passed = http.request(target + request.url!.slice(path.length), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PathProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, path);
  }

  /** Where the target is reached. */
  get url(): string {
    return this.origin + this.path;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
