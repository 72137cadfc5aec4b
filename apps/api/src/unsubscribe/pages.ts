import { escaped, webPage } from '../http/web-page.js';

/** Asks before anything is stopped. */
export function askPage(alertName: string): string {
  return webPage(
    'Stop these mails?',
    `
    <p>You will get no more mails of the alert <b>${escaped(alertName)}</b> at this address. The alert itself stays.</p>
    <form method="post"><button>Stop these mails</button></form>`,
  );
}

export function donePage(alertName: string): string {
  return webPage(
    'These mails are stopped',
    `
    <p>You will get no more mails of the alert <b>${escaped(alertName)}</b> at this address.</p>
    <p>The owner of the alert can start them again by removing this address and adding it again.</p>`,
  );
}

/** For a token that is none, or whose alert is gone. */
export function unknownPage(): string {
  return webPage(
    'There is nothing to stop here',
    `
    <p>This link belongs to no mails that are still sent: the alert may have been deleted,
    or the link was not copied completely. Try the one at the end of the newest mail.</p>`,
  );
}
