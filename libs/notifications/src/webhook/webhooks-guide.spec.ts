import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { eventMessage, GOES_ON, OTHER_SIGNING_KEY, SIGNING_KEY, webhookMessage } from '../testing/messages.js';
import { startCatcher } from '../testing/webhook-catcher.js';
import { renderTestWebhook, renderWebhook } from './render-webhook.js';
import { WebhookChannel } from './webhook-channel.js';

const root = path.resolve(__dirname, '../../../..');
const guide = fs.readFileSync(path.join(root, 'docs/webhooks.md'), 'utf8');
const program = (language: string): string =>
  new RegExp(`^\`\`\`${language} verify\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)![1]!;

/** A request as a receiver has it, and whether it may be trusted. */
interface Case {
  readonly says: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly key: string;
  readonly verified: boolean;
}

const now = new Date();
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
let folder: string;
let cases: Case[];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-guide-'));
  const receiver = await startCatcher();
  const channel = new WebhookChannel({ allowedNetworks: ['127.0.0.0/8'] });
  const caught = async (changes: Parameters<typeof webhookMessage>[1]) => {
    expect(await channel.send(webhookMessage(receiver.url, changes), GOES_ON)).toEqual({
      kind: 'answered',
      status: 204,
    });
    return receiver.requests.at(-1)!;
  };
  const plain = await caught({});
  const accents = await caught({
    body: renderWebhook(eventMessage({ alertName: 'Bücher, 3 pièces “à louer” 漢字 😀\n\\"' })),
  });
  const rotated = await caught({ signingKeys: [OTHER_SIGNING_KEY, SIGNING_KEY] });
  const test = await caught({ body: renderTestWebhook({ alertId: 'a', alertName: 'b', createdAt: now }) });
  const old = await caught({ timestamp: minutesAgo(6) });
  const early = await caught({ timestamp: minutesAgo(-6) });
  const late = await caught({ timestamp: minutesAgo(4) });
  await channel.close();
  receiver.close();
  const of = (
    says: string,
    { headers, body }: Pick<Case, 'headers' | 'body'>,
    verified: boolean,
    key = SIGNING_KEY,
  ): Case => ({ says, headers, body, key, verified });
  const without = (name: string): Pick<Case, 'headers' | 'body'> => ({
    body: plain.body,
    headers: { ...plain.headers, [name]: '' },
  });
  cases = [
    of('as it was sent', plain, true),
    of('with letters of all kinds', accents, true),
    of('a test', test, true),
    of('with the old key while two sign', rotated, true),
    of('with the new key while two sign', rotated, true, OTHER_SIGNING_KEY),
    of('four minutes old', late, true),
    of('with another key', plain, false, OTHER_SIGNING_KEY),
    of('six minutes old', old, false),
    of('six minutes ahead', early, false),
    of('with another body', { ...plain, body: Buffer.concat([plain.body, Buffer.from(' ')]) }, false),
    of('with another id', { ...plain, headers: { ...plain.headers, 'webhook-id': 'msg_other' } }, false),
    of(
      'with another time',
      { ...plain, headers: { ...plain.headers, 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000) - 1) } },
      false,
    ),
    of(
      'signed in another way',
      {
        ...plain,
        headers: { ...plain.headers, 'webhook-signature': plain.headers['webhook-signature']!.replace('v1,', 'v1a,') },
      },
      false,
    ),
    of('without a signature', without('webhook-signature'), false),
    of('without a time', without('webhook-timestamp'), false),
    of('without an id', without('webhook-id'), false),
  ];
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Says loudly that a program of the page was not run here. */
const available = (command: string, args: readonly string[]): boolean => {
  const found = spawnSync(command, args).status === 0;
  if (!found) console.warn(`${command} is not installed: its program in docs/webhooks.md was NOT tested.`);
  return found;
};

/** All cases as JSON for a program that reads them from standard input and prints one true or false each. */
const askAll = (command: string, args: readonly string[]): unknown => {
  const input = JSON.stringify(
    cases.map(({ headers, body, key }) => ({ headers, body: body.toString('base64'), key })),
  );
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return cases.map(({ says }, i) => ({ says, verified: (JSON.parse(stdout) as boolean[])[i] }));
};
const expected = (): unknown => cases.map(({ says, verified }) => ({ says, verified }));

describe('docs/webhooks.md', () => {
  it('verifies in TypeScript what was really sent, and nothing else', () => {
    const source = `${program('ts')}
const chunks = []; for await (const chunk of process.stdin) chunks.push(chunk);
console.log(JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()).map(({ headers, body, key }: any) => verifyWebhook(headers, Buffer.from(body, 'base64'), key))));`;
    const file = path.join(folder, 'verify.mjs');
    const { outputText, diagnostics } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
    fs.writeFileSync(file, outputText);
    expect(askAll(process.execPath, [file])).toEqual(expected());
  });

  it('verifies in Python what was really sent, and nothing else', () => {
    if (!available('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])) return;
    const file = path.join(folder, 'verify.py');
    fs.writeFileSync(
      file,
      `${program('python')}
import json, sys
print(json.dumps([verify_webhook(one["headers"], base64.b64decode(one["body"]), one["key"]) for one in json.load(sys.stdin)]))
`,
    );
    expect(askAll('python3', [file])).toEqual(expected());
  });

  it('verifies in a shell what was really sent, and nothing else', () => {
    if (!available('openssl', ['version']) || !available('sh', ['-c', 'command -v od'])) return;
    const script = program('sh');
    for (const { says, headers, body, key, verified } of cases.filter(
      ({ headers: { 'webhook-timestamp': timestamp } }) => timestamp !== '',
    )) {
      fs.writeFileSync(path.join(folder, 'body'), body);
      const { status, stdout } = spawnSync('sh', ['-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          ID: headers['webhook-id'],
          TIMESTAMP: headers['webhook-timestamp'],
          SIGNATURE: headers['webhook-signature'],
          KEY: key,
        },
      });
      expect({ says, status, stdout }).toEqual({
        says,
        status: verified ? 0 : 1,
        stdout: verified ? 'verified\n' : 'not verified\n',
      });
    }
  });

  it('names every type of message', () => {
    for (const type of ALERT_EVENT_TYPES) expect(guide).toContain(`\`alert.${type.toLowerCase()}\``);
  });

  it('names the members of the body', () => {
    const { data } = JSON.parse(renderWebhook(eventMessage()).toString('utf8')) as { data: object };
    for (const member of Object.keys(data)) expect(guide).toContain(`data.${member}\``);
  });
});
