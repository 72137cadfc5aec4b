import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const library = pathToFileURL(path.resolve(__dirname, '../../dist/index.js')).href;

it('a webhook goes over TLS to the name in its address, whose certificate must fit that name, though the connection is made to an address', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-tls-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '2',
    '-subj',
    '/CN=receiver.example',
    '-addext',
    'subjectAltName=DNS:receiver.example',
  ]);
  if (made.status !== 0) {
    console.warn('openssl is not installed: a trusted TLS connection was NOT tested.');
    return;
  }
  const server = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // In a process of its own: whom Node trusts is settled when it starts.
  const script = `
    import { WebhookChannel } from ${JSON.stringify(library)};
    const channel = new WebhookChannel({ allowedNetworks: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] });
    const message = { webhookId: 'msg_1', body: Buffer.from('{}'), signingKeys: ['whsec_AAAA'], timestamp: new Date() };
    const results = [];
    for (const host of ['receiver.example', 'other.example', '127.0.0.1']) results.push(await channel.send({ ...message, url: \`https://\${host}:${port}/\` }, new AbortController().signal));
    console.log(JSON.stringify(results));
    await channel.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
  });
  server.close();
  server.closeAllConnections();
  fs.rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual([
    { kind: 'answered', status: 204 },
    { kind: 'failed', code: 'TLS_FAILED' },
    { kind: 'failed', code: 'TLS_FAILED' },
  ]);
});
