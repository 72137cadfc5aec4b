// npm run receiver -- [--key whsec_…] [--port 4000] [--status 204]: a receiver of webhooks to try things with. Prints
// what arrives and whether it verifies.
// Needs Node alone and nothing of Gable, as any receiver.
import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npm run receiver -- [--key whsec_…] [--port 4000] [--host 127.0.0.1] [--status 204]

A receiver of webhooks to try things with: prints what arrives and whether it verifies.

  --key     the signingKey of the alert; without it nothing is verified
  --port    where it listens; 0 takes any that is free (default: 4000)
  --host    the address it listens on (default: 127.0.0.1)
  --status  what it answers with, from 200 to 599 (default: 204)
  --help    this`;
const BODY_LIMIT_BYTES = 10_000_000;
const { key, port, host, status } = readArguments();
/** @type {Set<string>} */
const seen = new Set();

const server = http.createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return request.destroy();
    chunks.push(chunk);
  });
  request.on('end', () => {
    show(request, Buffer.concat(chunks));
    response.writeHead(status).end();
  });
});
server.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
  fail(`Cannot listen on ${host}:${port} (${error.code}).`, 1),
);
server.listen(port, host, () => {
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${taken}/`;
  const verifying = key === undefined ? 'no --key: nothing is verified' : 'verifying';
  console.log(`Receiving at ${address} · ${verifying} · answering ${status}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}

/**
 * @param {http.IncomingMessage} request
 * @param {Buffer} body
 */
function show(request, body) {
  const id = header(request, 'webhook-id');
  const verdict = key === undefined ? 'not checked' : (refusalOf(key, request, body) ?? 'verified');
  const again = id !== undefined && seen.has(id) ? ' · seen before' : '';
  const asked = `${request.method} ${printable(request.url ?? '')}`;
  console.log(`\n${new Date().toISOString()} ${asked} · ${printable(id ?? 'no webhook-id')}${again} · ${verdict}`);
  if (id !== undefined) seen.add(id);
  console.log(pretty(body));
}

/**
 * A header's text; undefined where the request has none.
 * @param {http.IncomingMessage} request
 * @param {string} name
 */
function header(request, name) {
  return request.headers[name]?.toString();
}

/**
 * Why a request cannot be trusted; undefined where it can.
 * @param {string} signingKey
 * @param {http.IncomingMessage} request
 * @param {Buffer} body
 */
function refusalOf(signingKey, request, body) {
  const id = header(request, 'webhook-id');
  const timestamp = header(request, 'webhook-timestamp');
  const signatures = header(request, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'NOT VERIFIED: not signed';
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 300))
    return 'NOT VERIFIED: signed more than five minutes ago';
  const expected = createHmac('sha256', Buffer.from(signingKey.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const fits = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return fits ? undefined : 'NOT VERIFIED: signed with another key, or changed on its way';
}

/** @param {Buffer} body */
function pretty(body) {
  try {
    return printable(JSON.stringify(JSON.parse(body.toString('utf8')), null, 2));
  } catch {
    return `${body.length} bytes that are no JSON`;
  }
}

/**
 * Anybody may send anything here: nothing of it steers the terminal.
 * @param {string} text
 */
function printable(text) {
  return text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        key: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        status: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit();
    }
    const given = {
      key: values.key,
      port: number('port', values.port ?? '4000', 0, 65_535),
      host: values.host ?? '127.0.0.1',
      status: number('status', values.status ?? '204', 200, 599),
    };
    if (given.key !== undefined && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(given.key))
      throw new Error('--key is the signingKey of an alert: whsec_ and base64.');
    return given;
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    return fail(`error: ${line}`, 2);
  }
}

/**
 * @param {string} name of the option
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
function number(name, text, least, most) {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`--${name} expects a whole number from ${least} to ${most}, got "${text}".`);
  return value;
}

/**
 * @param {string} message
 * @param {number} code
 * @returns {never}
 */
function fail(message, code) {
  console.error(message);
  process.exit(code);
}
