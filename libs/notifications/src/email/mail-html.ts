import { html, type Html } from './html.js';
import type { MailItem, MailPrice } from './mail-item.js';
import type { MailPage } from './mail-page.js';

/**
 * The mail as HTML: one column that a phone shows without zooming, styles in place because some programs drop style
 * sheets, colours left to light or dark, nothing loaded from anywhere.
 */
export function htmlOf({ subject, title, alertName, why, paragraphs, items, more, unsubscribeUrl }: MailPage): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:16px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="font-size:22px;line-height:1.3;margin:0">${title}</h1>
<p style="margin:0 0 8px">${alertName}</p>
${asked(why)}${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${items.map((item) => htmlOfItem(item, why === undefined))}${
    more === undefined
      ? undefined
      : html`<p style="margin:16px 0;font-weight:bold">… ${more}.</p>
`
  }<p style="${QUIET};margin-top:32px;border-top:1px solid #999;padding-top:12px">You get this mail because the alert “${alertName}” names your address.
<br><a href="${unsubscribeUrl}" style="display:inline-block;padding:8px 0">Stop these mails</a></p>
</div></body></html>
`.markup;
}

function htmlOfItem(
  { headline, title, price, measures, place, changes, why, link, photo, source }: MailItem,
  saysWhy: boolean,
): Html {
  return html`<div style="border-top:1px solid #999;padding:16px 0">
<div style="${QUIET}">${headline}</div>
<div style="font-size:18px;font-weight:bold">${link === undefined ? title : html`<a href="${link}">${title}</a>`}</div>
${htmlOfPrice(price)}${line(measures)}${line(place)}${changes.map(
    (change) => html`<div>${change}</div>
`,
  )}${saysWhy ? asked(why) : undefined}<div>${link === undefined ? undefined : action(link, `See it at ${source}`)}${photo === undefined ? undefined : action(photo, 'Photo')}</div>
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
  return html`<div style="${PRICE}">${was} → ${now ?? 'no price'}${variation === undefined ? undefined : html` <span style="font-weight:normal">(${variation})</span>`}</div>
`;
}

function asked(why: string | undefined): Html | undefined {
  return why === undefined
    ? undefined
    : html`<p style="${QUIET};margin:4px 0">Your criteria: ${why}.</p>
`;
}

function line(text: string): Html | undefined {
  return text === ''
    ? undefined
    : html`<div>${text}</div>
`;
}

/** A link that a thumb can hit. */
function action(link: string, words: string): Html {
  return html`<a href="${link}" style="display:inline-block;padding:8px 16px 8px 0">${words}</a>`;
}

/** Grey that reads on white and on black. */
const QUIET = 'font-size:14px;color:#767676';
const PRICE = 'font-size:18px;font-weight:bold';
