import type { MailEvent } from './mail-content.js';
import { facts } from './facts.js';
import { headline, measures, money, otherChanges, percent, place } from './phrases.js';
import { plainLine, safeLink } from './plain-line.js';

/** One listing of a mail, in words: what the text and the HTML both show. */
export interface MailItem {
  readonly headline: string;
  readonly title: string;
  /** The listing on the portal. */
  readonly link: string | undefined;
  /**
   * The first picture, as a link to follow: a mail loads nothing from elsewhere. A picture inside the mail would either
   * be fetched by the reader's program, which shows a stranger when and where the mail was read, or by us from whatever
   * address a listing names.
   */
  readonly photo: string | undefined;
  readonly price: MailPrice;
  readonly measures: string;
  readonly place: string;
  /** Everything else that is stated, in lines. */
  readonly facts: readonly string[];
  readonly source: string;
  readonly changes: readonly string[];
  readonly why: string;
}

/** The price now and, where this change moved it, before. Undefined is not stated. */
export interface MailPrice {
  readonly now: string | undefined;
  readonly before: string | undefined;
  /** `−5.9 %`. */
  readonly variation: string | undefined;
  readonly moved: boolean;
}

/** Puts an event in words. Pure. */
export function mailItem(event: MailEvent): MailItem {
  const { eventType, listing, change, whyMatched } = event;
  const priceChange = change.find(({ attribute }) => attribute === 'price');
  const kind = measures(listing);
  return {
    headline: headline(eventType, priceChange),
    title: plainLine(listing.title ?? '', 160) || kind || 'A listing without a title',
    link: safeLink(listing.url),
    photo: safeLink(listing.pictures[0]),
    price: mailPrice(event),
    measures: kind,
    place: place(listing),
    facts: facts(listing),
    source: plainLine(listing.dataProvider, 80),
    changes: otherChanges(change),
    why: plainLine(whyMatched, 600),
  };
}

function mailPrice({ listing: { price, currency, transactionType }, change }: MailEvent): MailPrice {
  const moved = change.find(({ attribute }) => attribute === 'price');
  const currencyBefore = change.find(({ attribute }) => attribute === 'currency')?.old;
  return {
    now: money(price, currency, transactionType),
    before:
      moved === undefined || typeof moved.old !== 'number'
        ? undefined
        : money(moved.old, typeof currencyBefore === 'string' ? currencyBefore : currency, transactionType),
    variation: moved?.variationPercent == null ? undefined : percent(moved.variationPercent),
    moved: moved !== undefined,
  };
}
