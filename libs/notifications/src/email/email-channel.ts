import { ATTEMPT_MS, parseMailAddress } from '@gable/domain/delivery';
import { createTransport, type NodemailerError, type SendMailOptions, type Transporter } from 'nodemailer';
import type { AttemptResult, Channel, EmailMessage, MailList } from '../channel.js';
import { withinLimits } from '../within-limits.js';
import { safeLink } from './plain-line.js';
import { smtpAnswer, smtpResult } from './smtp-result.js';
import { smtpSettings } from './smtp-settings.js';

/** How mails are sent. */
export interface EmailChannelOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly smtpUrl: string;
  /** The bare address mails come from; its domain is ours in `Message-ID` and `List-Id`. */
  readonly from: string;
  /** The name beside it, which mail programs show; "Gable". */
  readonly fromName?: string;
  /** Signs every mail (RFC 6376) where the mail server does not do it itself. */
  readonly dkim?: { readonly domain: string; readonly selector: string; /** PEM. */ readonly privateKey: string };
  /** For a whole attempt, waiting for a connection included; 15,000. */
  readonly timeoutMs?: number;
}

/** Who mails come from. */
interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * Mails that one channel sends at a time; further ones wait for a connection, and the wait counts as part of the
 * attempt.
 */
export const MAIL_CONNECTIONS = 5;

/** Hands mails to one mail server over a few connections that are kept. */
export class EmailChannel implements Channel<EmailMessage> {
  private readonly transport: Transporter;
  private readonly timeoutMs: number;
  private readonly from: Sender;

  constructor({ smtpUrl, from, fromName = 'Gable', dkim, timeoutMs = ATTEMPT_MS }: EmailChannelOptions) {
    this.timeoutMs = timeoutMs;
    this.from = { name: fromName, address: from };
    this.transport = createTransport({
      ...smtpSettings(smtpUrl),
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      maxMessages: 100,
      idleTimeout: 5_000,
      // Only ever repeats a mail of which not a byte was sent, over a kept connection that the server had closed.
      maxRequeues: 1,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim !== undefined && {
        dkim: {
          domainName: dkim.domain,
          keySelector: dkim.selector,
          privateKey: dkim.privateKey,
          headerFieldNames: SIGNED_HEADERS,
        },
      }),
    });
  }

  async send(message: EmailMessage, signal: AbortSignal): Promise<AttemptResult> {
    const mail = composeMail(message, this.from);
    if (mail === undefined) return { kind: 'failed', code: 'INVALID_RECIPIENT' };
    return withinLimits(
      this.timeoutMs,
      signal,
      async (ended) => {
        // Nodemailer ends the connection of a mail whose signal says so, so that a mail given up is not delivered
        // later.
        const { response } = await this.transport.sendMail({ ...mail, signal: ended });
        return smtpAnswer(String(response));
      },
      (error) => smtpResult(error as NodemailerError),
    );
  }

  close(): Promise<void> {
    this.transport.close({ force: true });
    return Promise.resolve();
  }
}

/**
 * The mail as nodemailer takes it; undefined where the recipient is not one plain address, which is checked again here
 * because text in its place was delivered elsewhere. Pure.
 * @throws Error where the link to unsubscribe is none.
 */
export function composeMail(message: EmailMessage, from: Sender): SendMailOptions | undefined {
  const recipient = parseMailAddress(message.to);
  if (!recipient.ok) return undefined;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: [{ name: '', address: recipient.address }],
    envelope: { from: from.address, to: [recipient.address] },
    messageId: `<${token(message.messageId)}@${domain}>`,
    text: message.text,
    html: message.html,
    headers: {
      ...(message.list !== null && listHeaders(message.list, domain)),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      Subject: subjectHeader(message.subject),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The subject as readers show it again. Names and adverts may hold what looks like an encoded word (RFC 2047):
 * nodemailer leaves that as it is, and its reader would decode characters that were taken out of the text before.
 */
function subjectHeader(subject: string): string | { prepared: true; foldLines: true; value: string } {
  return subject.includes('=?') ? { prepared: true, foldLines: true, value: encodedWords(subject) } : subject;
}

function listHeaders({ id, unsubscribeUrl }: MailList, domain: string): NonNullable<SendMailOptions['headers']> {
  const link = safeLink(unsubscribeUrl);
  if (link === undefined) throw new Error('A mail of a list needs a link to unsubscribe.');
  return {
    // Prepared: folded onto a second line, some mailbox providers no longer see the link (RFC 8058 §3.1).
    'List-Unsubscribe': { prepared: true, value: `<${link}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': { prepared: true, value: `<${token(id)}.alerts.${domain}>` },
  };
}

/** Encoded words (RFC 2047), none of which divides a character. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1) + character) > WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** An id as a header may carry it. */
function token(id: string): string {
  return id.replace(/[^A-Za-z0-9._-]/g, '');
}

/** A line with the name of the header and one word stays below 76 characters. */
const WORD_BYTES = 39;
/** Both headers of the unsubscription have to be signed (RFC 8058 §4); nodemailer's own list lacks one. */
const SIGNED_HEADERS =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:' +
  'list-id:list-unsubscribe:list-unsubscribe-post:auto-submitted';
