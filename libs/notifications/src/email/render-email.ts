import { LISTINGS_PER_MAIL } from '@gable/domain/delivery';
import type { MailContent, RenderedMail } from './mail-content.js';
import { htmlOf } from './mail-html.js';
import { mailItem, type MailItem } from './mail-item.js';
import type { MailPage } from './mail-page.js';
import { textOf } from './mail-text.js';
import { plainLine, safeLink } from './plain-line.js';

/**
 * The mail of the gathered events of an alert: at most `LISTINGS_PER_MAIL` shown, the others counted. Pure.
 * @throws Error when the link to unsubscribe is none: no mail goes out without it.
 */
export function renderEmail({ alertName, events, moreCount, unsubscribeUrl }: MailContent): RenderedMail {
  const items = events.slice(0, LISTINGS_PER_MAIL).map(mailItem);
  const more = moreCount + events.length - items.length;
  const count = events.length + moreCount;
  const name = plainLine(alertName, 120);
  const allNew = events.every(({ eventType }) => eventType === 'NEW_MATCH') && moreCount === 0;
  const [first] = items;
  const only = count === 1 ? first : undefined;
  const title = only?.headline ?? `${count.toLocaleString('en-US')} ${allNew ? 'new matches' : 'updates'}`;
  const shared = items.every(({ why }) => why === first?.why) ? first?.why : undefined;
  return render({
    subject: plainLine(only !== undefined ? `${title}: ${summary(only)}` : `${title} for ${name}`, 150),
    title,
    why: shared,
    paragraphs: [],
    items,
    alertName: name,
    unsubscribeUrl,
    more: more > 0 ? `and ${more.toLocaleString('en-US')} more` : undefined,
  });
}

/** The mail that `POST /alerts/{uuid}/test` sends. Pure. */
export function renderTestEmail({
  alertName,
  unsubscribeUrl,
}: Pick<MailContent, 'alertName' | 'unsubscribeUrl'>): RenderedMail {
  const name = plainLine(alertName, 120);
  const paragraphs = ['This is a test. Mails of this alert reach this address.'];
  return render({
    subject: plainLine(`Test of ${name}`, 150),
    title: 'Test',
    why: undefined,
    paragraphs,
    items: [],
    more: undefined,
    alertName: name,
    unsubscribeUrl,
  });
}

function render(page: MailPage): RenderedMail {
  const unsubscribeUrl = safeLink(page.unsubscribeUrl);
  if (unsubscribeUrl === undefined) throw new Error('A mail needs a link to unsubscribe.');
  const complete = { ...page, unsubscribeUrl };
  return { subject: page.subject, text: textOf(complete), html: htmlOf(complete) };
}

function summary({ measures, price, place, title }: MailItem): string {
  const said = [measures, price.now, place].filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? title : said.join(' · ');
}
