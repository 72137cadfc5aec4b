import type { AskedAddress } from '@gable/persistence/delivery';
import { escaped, webPage } from '../http/web-page.js';

/** Asks before anything is confirmed. */
export function askPage({ accountName, address }: AskedAddress): string {
  return webPage(
    'Do you want these mails?',
    `
    <p><b>${escaped(accountName)}</b> wants to send property alerts to <b>${escaped(address)}</b>.
     Every mail will have a link that stops them.</p>
    <form method="post"><button>Yes, send them to me</button></form>
    <p>If you do not want them, close this page: nothing is sent.</p>`,
  );
}

export function donePage({ accountName, address }: AskedAddress): string {
  return webPage(
    'These mails are on their way',
    `
    <p>Property alerts of <b>${escaped(accountName)}</b> are sent to <b>${escaped(address)}</b>.
     Every mail has a link that stops them.</p>`,
  );
}

/** For a link that is none of ours, or too old. */
export function expiredPage(): string {
  return webPage(
    'This link does not work any more',
    `
    <p>It is older than a week, or was not copied completely. Use the link in the newest mail,
     or ask the owner of the alert to send a test, which contains a new link.</p>`,
  );
}
