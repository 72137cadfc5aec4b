import { rounds } from '@gable/domain/testing';
import { startMailServer, type MailServer } from '@gable/testing';
import { domainToASCII, domainToUnicode } from 'node:url';
import { fuzzedRecipients } from '../testing/fuzzed-recipients.js';
import { emailMessage, GOES_ON } from '../testing/messages.js';
import { EmailChannel } from './email-channel.js';

const SEED = 20_261_121;
const ADDRESSES = rounds(2_500, 10_000);
const HEADERS = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'List-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
  'X-Auto-Response-Suppress',
];
let server: MailServer;
let channel: EmailChannel;

beforeAll(async () => {
  server = await startMailServer();
  channel = new EmailChannel({ smtpUrl: server.url, from: 'alerts@gable.example' });
});
afterAll(async () => {
  await channel.close();
  await server.close();
});
beforeEach(() => {
  server.mails.length = 0;
});

/** The same address with its domain as it goes over the wire. */
function inAscii(address: string): string {
  const at = address.indexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/**
 * How the mail server shows what was sent to an address. Where its domain is in an encoding that stands for no letters,
 * the server makes something of it, Node 20 nothing, and Node 24 leaves it: then the part before it is compared.
 */
function shownFor(given: string): (address: string) => string {
  const domain = domainToUnicode(domainToASCII(given.slice(given.indexOf('@') + 1)));
  const isReadable = domain !== '' && !/(?:^|\.)xn--/.test(domain);
  return (address) => (isReadable ? inAscii(address) : address.slice(0, address.indexOf('@')));
}

/** Names of the header lines, and the text of one of them. */
function headersOf(raw: Buffer): { names: string[]; valueOf: (name: string) => string | undefined } {
  const text = raw.toString('utf8');
  const lines = text.slice(0, text.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);
  return {
    names: lines.map((line) => line.slice(0, line.indexOf(':'))),
    valueOf: (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2),
  };
}

/** Sends a mail at a time to each, and gives back what arrived with what it was sent to. */
async function sendToEach(recipients: readonly string[]): Promise<{ sentTo: string[]; refused: number }> {
  const sentTo: string[] = [];
  let refused = 0;
  await Promise.all(
    Array.from({ length: 5 }, async (_, lane) => {
      for (let i = lane; i < recipients.length; i += 5) {
        const to = recipients[i]!;
        const result = await channel.send(emailMessage({ to, messageId: String(i) }), GOES_ON);
        if (result.kind === 'answered') sentTo[i] = to;
        else refused += 1;
        if (result.kind === 'failed') expect(result).toEqual({ kind: 'failed', code: 'INVALID_RECIPIENT' });
      }
    }),
  );
  return { sentTo, refused };
}

describe('a mail', () => {
  it(`never goes to anyone but the one address given, and no text in its place becomes a header (${ADDRESSES} fuzzed addresses)`, async () => {
    const recipients = fuzzedRecipients(ADDRESSES, SEED);
    const { sentTo, refused } = await sendToEach(recipients);
    // Enough of both that either would be noticed.
    expect(refused).toBeGreaterThan(0.3 * ADDRESSES);
    expect(server.mails.length).toBeGreaterThan(0.1 * ADDRESSES);
    expect(refused + server.mails.length).toBe(ADDRESSES);
    for (const { from, recipients: envelope, raw } of server.mails) {
      const { names, valueOf } = headersOf(raw);
      const given = sentTo[Number(/^<(\d+)@/.exec(valueOf('Message-ID')!)![1])]!;
      const address = inAscii(given);
      const shown = shownFor(given);
      // The server shows international domains in their own letters.
      expect({ given, from, envelope: envelope.map(shown), to: valueOf('To'), names: names.sort() }).toEqual({
        given,
        from: 'alerts@gable.example',
        envelope: [shown(given)],
        to: address,
        names: HEADERS,
      });
    }
  });

  it.each([
    'u@a.example\r\nBcc: e@b.example',
    'u@a.example <e@b.example>',
    'a@a.example, b@b.example',
    '"u@a.example" <e@b.example>',
    'u@a.example>\r\nRCPT TO:<e@b.example',
    '',
  ])('goes nowhere for %j', async (to) => {
    expect(await channel.send(emailMessage({ to }), GOES_ON)).toEqual({ kind: 'failed', code: 'INVALID_RECIPIENT' });
    expect(server.mails).toEqual([]);
  });

  it('takes no header from any other text it is made of', async () => {
    const inject = 'x\r\nBcc: e@evil.example\r\n\r\n<b>';
    await channel.send(
      emailMessage({
        subject: inject,
        messageId: inject,
        list: { id: inject, unsubscribeUrl: 'https://gable.example/u/a\r\nBcc: e@evil.example' },
        text: `${inject}\r\n.\r\nMAIL FROM:<e@evil.example>\r\n`,
      }),
      GOES_ON,
    );
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]!.recipients).toEqual(['reader@example.com']);
    expect(headersOf(server.mails[0]!.raw).names.sort()).toEqual(HEADERS);
  });
});
