import { inNetworks } from '@gable/domain/delivery';
import { isIP } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';

/**
 * How to reach the mail server of a `SMTP_URL`: `smtp://user:password@host:587` begins in clear and has to change to
 * TLS, `smtps://` begins with it. On loopback, where nothing is overheard, certificates are usually made up and TLS is
 * left out.
 */
export function smtpSettings(smtpUrl: string): SMTPPoolOptions {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const local = host === 'localhost' || (isIP(host) !== 0 && inNetworks(host, ['127.0.0.0/8', '::1/128']));
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !local,
    ignoreTLS: !secure && local,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}
