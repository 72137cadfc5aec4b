import { smtpSettings } from './smtp-settings.js';

describe('smtpSettings', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://mail.example:25', { host: 'mail.example', port: 25, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
    ['smtp://10.0.0.5', { host: '10.0.0.5', port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, secure: false, requireTLS: false, ignoreTLS: true }],
  ])('asks for TLS wherever the connection leaves the machine: %s', (url, expected) =>
    expect(smtpSettings(url)).toMatchObject(expected),
  );

  it('always checks certificates, and takes user and password as they were meant', () => {
    expect(smtpSettings('smtp://user%40x:p%3A%2F@mail.example?rejectUnauthorized=false')).toEqual({
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
      auth: { user: 'user@x', pass: 'p:/' },
    });
  });
});
