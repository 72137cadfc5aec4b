import type { NodemailerError } from 'nodemailer';
import type { AttemptResult } from '../channel.js';
import type { FailureCode } from '../failures.js';
import { networkFailure } from '../network-failure.js';

/**
 * What an error of nodemailer says of the attempt. Only replies to the recipient (`RCPT TO`) and to the message
 * (`DATA`) are answers: a relay that wants other credentials or another sender says 5xx as well, and no address may be
 * given up for that. Pure.
 */
export function smtpResult(error: NodemailerError): AttemptResult {
  const { code, command, responseCode, response, originalCode } = error;
  if (responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA')) {
    const answer = smtpAnswer(response ?? String(responseCode));
    return command === 'DATA' && answer.kind === 'answered' ? { ...answer, isOfText: true } : answer;
  }
  if (responseCode !== undefined) return { kind: 'failed', code: 'MAIL_SERVER_REFUSED' };
  const known = code === undefined ? undefined : CODES.get(code);
  return { kind: 'failed', code: known ?? networkFailure({ code: originalCode ?? code }) };
}

/**
 * A reply line of SMTP, such as `550 5.1.1 unknown`: its code and its enhanced status (RFC 3463), nothing of its text.
 */
export function smtpAnswer(response: string): AttemptResult {
  const [, status, enhancedStatus] = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(response) ?? [];
  if (status === undefined) return { kind: 'failed', code: 'MAIL_SERVER_REFUSED' };
  return { kind: 'answered', status: Number(status), ...(enhancedStatus !== undefined && { enhancedStatus }) };
}

const CODES: ReadonlyMap<string, FailureCode> = new Map(
  Object.entries({
    ETIMEDOUT: 'TIMEOUT',
    ECONNECTION: 'CONNECTION_RESET',
    EDNS: 'UNKNOWN_HOST',
    ETLS: 'TLS_FAILED',
    EREQUIRETLS: 'TLS_FAILED',
    EABORT: 'ABORTED',
    EAUTH: 'MAIL_SERVER_REFUSED',
    ENOAUTH: 'MAIL_SERVER_REFUSED',
    EPROTOCOL: 'MAIL_SERVER_REFUSED',
    EENVELOPE: 'MAIL_SERVER_REFUSED',
    EMESSAGE: 'MAIL_SERVER_REFUSED',
  } as const),
);
