import type { MailItem, MailPrice } from './mail-item.js';
import type { MailPage } from './mail-page.js';

/** The mail as plain text, for programs and people that prefer it. */
export function textOf({ title, alertName, why, paragraphs, items, more, unsubscribeUrl }: MailPage): string {
  const blocks = [
    `${title}: ${alertName}`,
    ...(why === undefined ? [] : [`Your criteria: ${why}.`]),
    ...paragraphs,
    ...items.map((item) => textOfItem(item, why === undefined)),
    ...(more === undefined ? [] : [`… ${more}.`]),
    `--\nYou get this mail because the alert “${alertName}” names your address.\nStop these mails: ${unsubscribeUrl}\n`,
  ];
  return blocks.join('\n\n');
}

function textOfItem(
  { headline, title, price, measures, place, facts, changes, why, link, photo, source }: MailItem,
  saysWhy: boolean,
): string {
  return [
    `* ${headline}: ${title}`,
    textOfPrice(price),
    measures,
    place,
    ...facts,
    ...changes,
    ...(saysWhy ? [`Your criteria: ${why}`] : []),
    ...(link === undefined ? [] : [`${source}: ${link}`]),
    ...(photo === undefined ? [] : [`Photo: ${photo}`]),
  ]
    .filter((line) => line !== '')
    .join('\n  ');
}

function textOfPrice({ now, before, variation, moved }: MailPrice): string {
  if (!moved) return now ?? '';
  return `${before ?? 'no price'} → ${now ?? 'no price'}${variation === undefined ? '' : ` (${variation})`}`;
}
