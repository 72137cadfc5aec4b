/**
 * Why nothing could be asked, or no answer was read: a stable code and the sentence that customers read beside it.
 * Neither ever holds anything that the other side said.
 */
export const FAILURES = {
  TIMEOUT: 'No answer came within 15 seconds.',
  ABORTED: 'The attempt was broken off because the service was stopping; it is made again.',
  UNKNOWN_HOST: 'The host name could not be resolved.',
  CONNECTION_REFUSED: 'The host refused the connection.',
  CONNECTION_RESET: 'The host closed the connection before it answered.',
  CONNECTION_FAILED: 'The connection failed.',
  UNREACHABLE: 'There is no route to the host.',
  TLS_FAILED: 'No trusted TLS connection could be made: check the certificate, its name and its chain.',
  MALFORMED_RESPONSE: 'The answer is not HTTP, its headers are larger than 16 kB, or only interim answers (1xx) came.',
  FORBIDDEN_ADDRESS: 'The host lies at an address that is not allowed for destinations.',
  INVALID_URL: 'The address is not a valid destination for webhooks.',
  INVALID_RECIPIENT: 'The recipient is not one valid mail address.',
  MAIL_SERVER_REFUSED: 'Our mail server did not take the mail; this says nothing of the recipient.',
} as const;

export type FailureCode = keyof typeof FAILURES;
