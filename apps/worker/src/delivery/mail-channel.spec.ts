import { readConfig } from '@gable/runtime';
import { startMailServer, verifyDkim, type MailServer } from '@gable/testing';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mailChannel } from './mail-channel.js';

const MESSAGE = {
  to: 'ana@example.org',
  messageId: 'm1',
  subject: 'New match',
  text: 'One.\n',
  html: '<p>One.</p>\n',
  list: { id: 'a1', unsubscribeUrl: 'https://gable.example/u/t' },
};

let server: MailServer;
let folder: string;
beforeAll(async () => {
  server = await startMailServer();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-mail-'));
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The mail that arrives with these settings. */
async function sent(settings: NodeJS.ProcessEnv): Promise<Buffer> {
  const channel = mailChannel(readConfig({ SMTP_URL: server.url, MAIL_FROM: 'alerts@gable.example', ...settings }))!;
  expect(await channel.send(MESSAGE, new AbortController().signal)).toEqual({ kind: 'answered', status: 250 });
  await channel.close();
  return server.mails.at(-1)!.raw;
}

it.each([
  ['alerts@gable.example', 'Gable <alerts@gable.example>'],
  ['Acme Homes <alerts@acme.example>', 'Acme Homes <alerts@acme.example>'],
  ['"Acme, Homes" <alerts@acme.example>', '"Acme, Homes" <alerts@acme.example>'],
])('sends mails as %s says', async (sender, from) => {
  const raw = (await sent({ MAIL_FROM: sender })).toString('utf8');
  expect(raw).toContain(`From: ${from}\r\n`);
  expect(raw).toContain(`@${sender.replace(/.*@|>/g, '')}>\r\n`); // Message-ID
});

it('signs mails with the key of the settings, so that a receiver can tell a changed one', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const file = path.join(folder, 'dkim.pem');
  fs.writeFileSync(file, privateKey);
  const raw = await sent({ DKIM_DOMAIN: 'gable.example', DKIM_SELECTOR: 's2026', DKIM_KEY_FILE: file });
  expect(verifyDkim(raw, createPublicKey(privateKey))).toMatchObject({
    ok: true,
    tags: { d: 'gable.example', s: 's2026' },
  });
  for (const [was, is] of [
    ['Subject: New match', 'Subject: No match'],
    ['One.', 'Two.'],
    ['/u/t', '/u/x'],
  ] as const) {
    expect(
      verifyDkim(Buffer.from(raw.toString('latin1').replace(was, is), 'latin1'), createPublicKey(privateKey)).ok,
    ).toBe(false);
  }
});

it('signs nothing without them', async () => {
  expect((await sent({})).toString()).not.toMatch(/^DKIM-Signature:/m);
});

it('is not there without a mail server', () => {
  expect(mailChannel(readConfig({}))).toBeUndefined();
});
