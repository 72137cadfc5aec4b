import { EmailChannel } from '@gable/notifications';
import type { Config } from '@gable/runtime';

/** Undefined where no mail server is configured. */
export function mailChannel({
  smtpUrl,
  mailFrom,
  dkim,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dkim'>): EmailChannel | undefined {
  if (smtpUrl === undefined) return undefined;
  const { name, address } = mailFrom!;
  return new EmailChannel({ smtpUrl, from: address, fromName: name, dkim });
}
