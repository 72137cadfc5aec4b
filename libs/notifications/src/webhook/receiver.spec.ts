import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { GOES_ON, OTHER_SIGNING_KEY, SIGNING_KEY, webhookMessage } from '../testing/messages.js';
import { WebhookChannel } from './webhook-channel.js';

const file = path.resolve(__dirname, '../../../../tools/receiver.mjs');
const children: ChildProcess[] = [];
const channel = new WebhookChannel({ allowedNetworks: ['127.0.0.0/8'] });

/** Starts the receiver on a free port, and gives back its address and what it prints. */
async function startReceiver(
  ...args: string[]
): Promise<{ url: string; output: () => string; until: (text: string) => Promise<void> }> {
  const child = spawn(process.execPath, [file, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  let printed = (): void => undefined;
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString('utf8');
    printed();
  });
  const until = (text: string): Promise<void> =>
    new Promise((resolve) => {
      printed = () => {
        if (output.includes(text)) resolve();
      };
      printed();
    });
  await until('\n');
  return { url: /http:\S+/.exec(output)![0], output: () => output, until };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => channel.close());

describe('npm run receiver', () => {
  it('prints what arrives and that it verifies, and notices what it has seen', async () => {
    const receiver = await startReceiver('--key', SIGNING_KEY);
    const message = webhookMessage(receiver.url);
    expect(await channel.send(message, GOES_ON)).toEqual({ kind: 'answered', status: 204 });
    await channel.send(message, GOES_ON);
    await receiver.until('seen before');
    expect(receiver.output()).toContain(`POST / · ${message.webhookId} · verified\n`);
    expect(receiver.output()).toContain(`POST / · ${message.webhookId} · seen before · verified\n`);
    expect(receiver.output()).toContain('"type": "alert.price_changed"');
  });

  it('says so when a signature does not fit, and answers what it is told to', async () => {
    const receiver = await startReceiver('--key', OTHER_SIGNING_KEY, '--status', '503');
    expect(await channel.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status: 503 });
    await receiver.until('NOT VERIFIED: signed with another key');
    await channel.send(webhookMessage(receiver.url, { timestamp: new Date(0) }), GOES_ON);
    await receiver.until('NOT VERIFIED: signed more than five minutes ago');
    await fetch(receiver.url, { method: 'POST', body: '\u001b[31mred' });
    await receiver.until('NOT VERIFIED: not signed');
    expect(receiver.output()).not.toContain('\u001b');
  });

  it('shows what arrives without a key, unverified', async () => {
    const receiver = await startReceiver();
    await channel.send(webhookMessage(receiver.url), GOES_ON);
    await receiver.until('not checked');
  });

  it.each([
    ['--key', 'secret'],
    ['--port', '70000'],
    ['--colour', 'red'],
    ['--status', '99'],
    ['--port', ''],
  ])('refuses %s %s with one line that names the option', (option, value) => {
    const { status, stderr } = spawnSync(process.execPath, [file, option, value], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(new RegExp(`^error: .*${option}.*\\n$`));
  });

  it('says in its help what each option is', () => {
    const { status, stdout } = spawnSync(process.execPath, [file, '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: npm run receiver');
    for (const option of ['key', 'port', 'host', 'status']) expect(stdout).toMatch(new RegExp(`^ +--${option} `, 'm'));
  });
});
