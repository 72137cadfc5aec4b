import { html } from './html.js';
import { framed } from './mail-frame.js';
import type { RenderedMail } from './mail-content.js';
import { plainLine, safeLink } from './plain-line.js';

/** What a mail says that asks an address whether it wants the mails of alerts. */
export interface ConfirmationContent {
  /** Who named the address. */
  readonly accountName: string;
  readonly address: string;
  /** A page with a button; opening it changes nothing. */
  readonly confirmUrl: string;
  readonly expiresAt: Date;
}

/**
 * The mail that asks an address to confirm. Nothing in it is written by those who make alerts: it goes to people who
 * never asked for it. Pure.
 * @throws Error when the link is none.
 */
export function renderConfirmationEmail({
  accountName,
  address,
  confirmUrl,
  expiresAt,
}: ConfirmationContent): RenderedMail {
  const link = safeLink(confirmUrl);
  if (link === undefined) throw new Error('A mail that asks to confirm needs its link.');
  const subject = 'Confirm that you want these mails';
  const asks = `${plainLine(accountName, 120)} wants to send property alerts to ${address}.`;
  const until =
    `The link works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. ` +
    'If you did not expect this mail, do nothing: no alerts are sent to you.';
  return {
    subject,
    text: `${asks}\n\nTo get them, open this page and press its button:\n${link}\n\n${until}\n`,
    html: framed(
      { subject, title: subject },
      html`<p>${asks}</p>
<p><a href="${link}" style="${BUTTON}">Open the page and confirm</a></p>
<p style="font-size:14px;color:#767676">${until}</p>`,
    ),
  };
}

const BUTTON = 'display:inline-block;padding:8px 16px 8px 0;font-weight:bold';
