import { EmailChannel } from '@gable/notifications';
import type { Config } from '@gable/runtime';

/** Undefined where no mail server is configured. */
export function mailChannel({
  smtpUrl,
  mailFrom,
  dkim,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dkim'>): EmailChannel | undefined {
  return smtpUrl === undefined ? undefined : new EmailChannel({ smtpUrl, from: mailFrom!, dkim });
}
