import applyTlsDefaults from 'smtp-server/lib/tls-options.js';

/** A key and a certificate that nobody trusts: the ones that the mail server of the specs brings along. */
export function readTestCertificate(): { key: string; cert: string } {
  const { key, cert } = applyTlsDefaults({}) as { key: string; cert: string };
  return { key, cert };
}
