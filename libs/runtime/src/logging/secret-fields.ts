/** Members that are secret whatever they hold, in lower case. */
export const SECRET_FIELDS: readonly string[] = [
  'x-api-key',
  'apikey',
  'api_key',
  'signingkey',
  'signing_key',
  'previoussigningkey',
  'password',
  'postgrespassword',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'token',
  'secret',
  'keypepper',
  'cursorsecret',
  'signingkeyencryptionkey',
  'alsoread',
];

/** What stands instead of a secret. */
export const REDACTED = '[redacted]';
