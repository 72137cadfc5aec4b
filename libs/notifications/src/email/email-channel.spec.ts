import { reply, startMailServer, verifyDkim, type MailServer } from '@gable/testing';
import { generateKeyPairSync } from 'node:crypto';
import PostalMime from 'postal-mime';
import { seen } from '../testing/events-seen.js';
import { emailMessage, GOES_ON, LIST_ID } from '../testing/messages.js';
import { startRawListener } from '../testing/raw-listener.js';
import { EmailChannel, type EmailChannelOptions } from './email-channel.js';

/** Far from the 15 s that nothing here should take, and as far from what a busy machine may add. */
const SOON = 8_000;
const open: { close(): unknown }[] = [];
const keep = <T extends { close(): unknown }>(it: T): T => {
  open.push(it);
  return it;
};
const serverThat = async (...args: Parameters<typeof startMailServer>): Promise<MailServer> =>
  keep(await startMailServer(...args));
const channelTo = ({ url }: { url: string }, options: Partial<EmailChannelOptions> = {}): EmailChannel =>
  keep(new EmailChannel({ smtpUrl: url, from: 'alerts@gable.example', ...options }));

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

describe('a mail', () => {
  it('arrives with both bodies and with the headers that mailbox providers and answering machines look for', async () => {
    const server = await serverThat();
    const message = emailMessage({
      subject: 'Nouveau : 3 pièces – Lyon',
      text: 'Ligne 1\nÉté\n',
      html: '<p>Été &amp; hiver</p>\n',
    });
    expect(await channelTo(server).send(message, GOES_ON)).toEqual({ kind: 'answered', status: 250 });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'alerts@gable.example', recipients: ['reader@example.com'] });
    const parsed = await PostalMime.parse(mail!.raw);
    expect(parsed).toMatchObject({
      from: { name: 'Gable', address: 'alerts@gable.example' },
      to: [{ name: '', address: 'reader@example.com' }],
      subject: message.subject,
      messageId: `<${message.messageId}@gable.example>`,
    });
    expect([parsed.text!.trimEnd(), parsed.html!.trimEnd()]).toEqual(['Ligne 1\nÉté', '<p>Été &amp; hiver</p>']);
    const header = (name: string) => parsed.headers.filter(({ key }) => key === name).map(({ value }) => value);
    expect(header('list-unsubscribe')).toEqual(['<https://gable.example/u/abc123>']);
    expect(header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(header('list-id')).toEqual([`<${message.list!.id}.alerts.gable.example>`]);
    expect(header('auto-submitted')).toEqual(['auto-generated']);
    expect(parsed.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ]);
  });

  it.each([
    'Test of =?utf-8?B?4oCuQWNjb3VudCBzdXNwZW5kZWQ=?=',
    'New match: =?utf-8?Q?=0D=0ABcc:_e@evil.example?= in Lyon',
    `Été 日本 =?utf-8?B?4oCu?= ${'pièces '.repeat(17)}👩‍👧`,
    'is 1=?',
  ])('shows the subject as it was written: %s', async (subject) => {
    const server = await serverThat();
    await channelTo(server).send(emailMessage({ subject }), GOES_ON);
    const { raw } = server.mails[0]!;
    expect((await PostalMime.parse(raw)).subject).toBe(subject);
    expect(raw.toString('latin1').split('\r\n\r\n')[0]!.split('\r\n')).not.toContainEqual(
      expect.stringMatching(/.{79}/),
    );
  });

  it('keeps the link to unsubscribe on one line, however long it is', async () => {
    const server = await serverThat();
    const unsubscribeUrl = `https://a-rather-long-host-name-of-an-operator.gable.example/u/${'t'.repeat(300)}`;
    await channelTo(server).send(emailMessage({ list: { id: LIST_ID, unsubscribeUrl } }), GOES_ON);
    expect(server.mails[0]!.raw.toString('latin1')).toMatch(
      new RegExp(`^List-Unsubscribe: <${unsubscribeUrl.replaceAll('.', '\\.')}>\r\n`),
    );
  });

  it('that is no part of a list has none of its headers', async () => {
    const server = await serverThat();
    await channelTo(server).send(emailMessage({ list: null }), GOES_ON);
    expect(server.mails[0]!.raw.toString('latin1')).not.toMatch(/^List-/m);
  });

  it('has the same Message-ID when it is sent again', async () => {
    const server = await serverThat();
    const channel = channelTo(server);
    const message = emailMessage();
    await channel.send(message, GOES_ON);
    await channel.send(message, GOES_ON);
    const ids = await Promise.all(server.mails.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual([`<${message.messageId}@gable.example>`, `<${message.messageId}@gable.example>`]);
  });

  it('is signed with DKIM where that is configured', async () => {
    const server = await serverThat();
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const channel = channelTo(server, {
      dkim: {
        domain: 'gable.example',
        selector: 's2026',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    });
    await channel.send(emailMessage(), GOES_ON);
    const { ok, tags } = verifyDkim(server.mails[0]!.raw, publicKey);
    expect({ ok, domain: tags.d, selector: tags.s }).toEqual({ ok: true, domain: 'gable.example', selector: 's2026' });
    const spoiled = Buffer.from(
      server.mails[0]!.raw.toString('latin1').replace('One new match', 'Two new matches'),
      'latin1',
    );
    expect(verifyDkim(spoiled, publicKey).ok).toBe(false);
    expect(tags.h!.split(':').map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
  });

  it('uses few connections for many mails', async () => {
    let connections = 0;
    const server = await serverThat({
      onConnect: (_, go) => {
        connections += 1;
        go();
      },
    });
    const channel = channelTo(server);
    const results = await Promise.all(Array.from({ length: 60 }, () => channel.send(emailMessage(), GOES_ON)));
    expect(results.every(({ kind }) => kind === 'answered')).toBe(true);
    expect(new Set(server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())![1])).size).toBe(60);
    expect(connections).toBeLessThanOrEqual(5);
  });

  it('goes out with user and password where the server asks for them', async () => {
    const seen: unknown[] = [];
    const server = await serverThat({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        seen.push([username, password]);
        done(null, { user: 'u' });
      },
    });
    const url = server.url.replace('smtp://', 'smtp://me%40gable:p%40ss%3Aword@');
    expect(await channelTo({ url }).send(emailMessage(), GOES_ON)).toEqual({ kind: 'answered', status: 250 });
    expect(seen).toEqual([['me@gable', 'p@ss:word']]);
  });
});

describe('what the server says of the recipient or of the mail is the answer', () => {
  it.each([
    [451, '4.7.1 Try again later', '4.7.1'],
    [452, 'Mailbox full for now', undefined],
    [550, '5.1.1 No such user here', '5.1.1'],
    [550, 'No such user', undefined],
    [551, '5.1.6 Moved', '5.1.6'],
  ])('%p %s to RCPT TO', async (code, text, enhancedStatus) => {
    const server = await serverThat({ onRcptTo: (_, __, done) => done(reply(code, text)) });
    expect(await channelTo(server).send(emailMessage(), GOES_ON)).toEqual({
      kind: 'answered',
      status: code,
      ...(enhancedStatus && { enhancedStatus }),
    });
  });

  it.each([
    [451, '4.3.0 Try again later', '4.3.0'],
    [554, '5.7.1 We do not like it', '5.7.1'],
    [550, 'We do not like it', undefined],
  ])('%p %s to DATA', async (code, text, enhancedStatus) => {
    const server = await serverThat({
      onData: (stream, _, done) => {
        stream.resume();
        stream.on('end', () => done(reply(code, text)));
      },
    });
    expect(await channelTo(server).send(emailMessage(), GOES_ON)).toEqual({
      kind: 'answered',
      status: code,
      ...(enhancedStatus && { enhancedStatus }),
      isOfText: true,
    });
  });

  it('and says nothing of the next mail', async () => {
    let first = true;
    const server = await serverThat({
      onRcptTo: (_, __, done) => {
        done(first ? reply(550, '5.1.1 No such user') : null);
        first = false;
      },
    });
    const channel = channelTo(server);
    expect([await channel.send(emailMessage(), GOES_ON), await channel.send(emailMessage(), GOES_ON)]).toEqual([
      { kind: 'answered', status: 550, enhancedStatus: '5.1.1' },
      { kind: 'answered', status: 250 },
    ]);
  });
});

describe('what goes wrong between us and our server says nothing of the recipient', () => {
  it.each<[string, Parameters<typeof startMailServer>[0]]>([
    ['it does not want us', { onConnect: (_, go) => go(reply(554, '5.7.1 Not you')) }],
    ['it wants another sender', { onMailFrom: (_, __, go) => go(reply(550, '5.1.8 Bad sender')) }],
    ['it wants a password', { authOptional: false, allowInsecureAuth: true }],
  ])('%s', async (_, options) => {
    const server = await serverThat(options);
    expect(await channelTo(server).send(emailMessage(), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'MAIL_SERVER_REFUSED',
    });
  });

  it('it wants another password', async () => {
    const server = await serverThat({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(reply(535, '5.7.8 Wrong')),
    });
    expect(
      await channelTo({ url: server.url.replace('smtp://', 'smtp://u:p@') }).send(emailMessage(), GOES_ON),
    ).toEqual({ kind: 'failed', code: 'MAIL_SERVER_REFUSED' });
  });

  it('it is not there', async () => {
    const gone = await startRawListener('127.0.0.1');
    gone.close();
    expect(await channelTo({ url: `smtp://127.0.0.1:${gone.port}` }).send(emailMessage(), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'CONNECTION_REFUSED',
    });
  });

  it('its certificate is trusted by nobody', async () => {
    const server = await serverThat({ secure: true });
    expect(await channelTo(server).send(emailMessage(), GOES_ON)).toEqual({ kind: 'failed', code: 'TLS_FAILED' });
    expect(server.mails).toEqual([]);
  });

  it('it cuts the connection after the message, of which no second copy goes out in the same attempt', async () => {
    let received = 0;
    const server = await serverThat({
      onData: (stream) => {
        stream.resume();
        stream.on('end', () => {
          received += 1;
          server.cut();
        });
      },
    });
    expect(await channelTo(server).send(emailMessage(), GOES_ON)).toEqual({ kind: 'failed', code: 'CONNECTION_RESET' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(received).toBe(1);
  });

  it('it cuts connections that are kept, before the next mail', async () => {
    const server = await serverThat();
    const channel = channelTo(server);
    for (let i = 0; i < 5; i += 1) {
      expect(await channel.send(emailMessage(), GOES_ON)).toEqual({ kind: 'answered', status: 250 });
      server.cut();
      await seen();
    }
    expect(server.mails).toHaveLength(5);
  });
});

describe('a server that keeps us waiting', () => {
  const never = (): void => undefined;

  it.each<[string, Parameters<typeof startMailServer>[0]]>([
    ['for its greeting', { onConnect: never }],
    ['for MAIL FROM', { onMailFrom: never }],
    ['for RCPT TO', { onRcptTo: never }],
    ['for DATA', { onData: (stream) => void stream.resume() }],
    ['and never reads the message', { onData: (stream) => void stream.pause() }],
  ])('%s costs one attempt', async (_, options) => {
    const server = await serverThat(options);
    const startedAt = Date.now();
    expect(await channelTo(server, { timeoutMs: 300 }).send(emailMessage(), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'TIMEOUT',
    });
    expect(Date.now() - startedAt).toBeLessThan(SOON);
  });

  it('by a reply that never ends costs one attempt', async () => {
    const server = keep(
      await startRawListener('127.0.0.1', (socket) => {
        socket.write('220-mail');
        const timer = setInterval(() => socket.write('\r\n220-and'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const startedAt = Date.now();
    expect(
      await channelTo({ url: `smtp://127.0.0.1:${server.port}` }, { timeoutMs: 300 }).send(emailMessage(), GOES_ON),
    ).toEqual({ kind: 'failed', code: 'TIMEOUT' });
    expect(Date.now() - startedAt).toBeLessThan(SOON);
  });

  it('does not deliver later what was given up, the mails that waited for a connection included', async () => {
    let hangs = true;
    const waiting: (() => void)[] = [];
    const server = await serverThat({
      onRcptTo: (_, __, done) => {
        if (hangs) waiting.push(done);
        else done();
      },
    });
    const channel = channelTo(server, { timeoutMs: 2_000 });
    const results = await Promise.all(
      Array.from({ length: 12 }, () => channel.send(emailMessage({ subject: 'given up' }), GOES_ON)),
    );
    expect(results).toEqual(Array.from({ length: 12 }, () => ({ kind: 'failed', code: 'TIMEOUT' })));
    hangs = false;
    for (const done of waiting) done();
    expect(await channel.send(emailMessage({ subject: 'after it' }), GOES_ON)).toEqual({
      kind: 'answered',
      status: 250,
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())![1])).toEqual(['after it']);
  });

  it('is left when the signal says so', async () => {
    const stopped = new AbortController();
    const server = await serverThat({ onRcptTo: () => stopped.abort() });
    expect(await channelTo(server).send(emailMessage(), stopped.signal)).toEqual({ kind: 'failed', code: 'ABORTED' });
  });
});
