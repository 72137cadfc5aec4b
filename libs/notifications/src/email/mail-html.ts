import { html, type Html } from './html.js';
import { framed } from './mail-frame.js';
import type { MailItem, MailPrice } from './mail-item.js';
import type { MailPage } from './mail-page.js';

/** The mail as HTML. */
export function htmlOf({ subject, title, alertName, why, paragraphs, items, more, unsubscribeUrl }: MailPage): string {
  const rest =
    more === undefined
      ? undefined
      : html`<p style="margin:16px 0;font-weight:bold">… ${more}.</p>
`;
  return framed(
    { subject, title },
    html`<p style="margin:0 0 8px">${alertName}</p>
${asked(why)}${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${items.map((item) => htmlOfItem(item, why === undefined))}${rest}<p style="${FOOTER}">${youGetThis(alertName)}
<br><a href="${unsubscribeUrl}" style="display:inline-block;padding:8px 0">Stop these mails</a></p>`,
  );
}

const youGetThis = (alertName: string): string =>
  `You get this mail because the alert “${alertName}” names your address.`;

function htmlOfItem(
  { headline, title, price, measures, place, facts, changes, why, link, photo, source }: MailItem,
  saysWhy: boolean,
): Html {
  const criteria = saysWhy ? asked(why) : undefined;
  const toListing = link === undefined ? undefined : action(link, `See it at ${source}`);
  const lines = [measures, place, ...facts, ...changes].filter((text) => text !== '').map(block);
  const toPhoto = photo === undefined ? undefined : action(photo, 'Photo');
  return html`<div style="border-top:1px solid #999;padding:16px 0">
<div style="${QUIET}">${headline}</div>
<div style="font-size:18px;font-weight:bold">${link === undefined ? title : html`<a href="${link}">${title}</a>`}</div>
${htmlOfPrice(price)}${lines}${criteria}<div>${toListing}${toPhoto}</div>
</div>
`;
}

function htmlOfPrice({ now, before, variation, moved }: MailPrice): Html | undefined {
  if (!moved)
    return now === undefined
      ? undefined
      : html`<div style="${PRICE}">${now}</div>
`;
  const was = before === undefined ? html`no price` : html`<s>${before}</s>`;
  const by = variation === undefined ? undefined : html` <span style="font-weight:normal">(${variation})</span>`;
  return html`<div style="${PRICE}">${was} → ${now ?? 'no price'}${by}</div>
`;
}

function asked(why: string | undefined): Html | undefined {
  return why === undefined
    ? undefined
    : html`<p style="${QUIET};margin:4px 0">Your criteria: ${why}.</p>
`;
}

function block(text: string): Html {
  return html`<div>${text}</div>
`;
}

/** A link that a thumb can hit. */
function action(link: string, words: string): Html {
  return html`<a href="${link}" style="display:inline-block;padding:8px 16px 8px 0">${words}</a>`;
}

/** Grey that reads on white and on black. */
const QUIET = 'font-size:14px;color:#767676';
const FOOTER = `${QUIET};margin-top:32px;border-top:1px solid #999;padding-top:12px`;
const PRICE = 'font-size:18px;font-weight:bold';
