import type { ListingView } from '@gable/domain/property';
import type { EventMessage } from './event-message.js';

/** Largest body of a webhook: what most receivers and queues behind them take. */
export const MOST_WEBHOOK_BYTES = 256 * 1024;

/** The parts of a message whose length listings decide. */
export interface Shown extends Pick<EventMessage, 'change' | 'listing' | 'property'> {
  /** Long texts were cut, or pictures or listings left out. */
  readonly isShortened: boolean;
}

/** Tried one after the other until the body fits: what of each listing is shown. */
const STEPS = [
  { characters: 10_000, pictures: 50, listings: 30 },
  { characters: 2_000, pictures: 10, listings: 30 },
  { characters: 500, pictures: 3, listings: 10 },
  { characters: 100, pictures: 1, listings: 1 },
] as const;
type Step = (typeof STEPS)[number];

/** Renders the message whole where it fits, else as long as it may be: the newest listings, the beginning of texts. */
export function withinBytes<Body extends { readonly length: number }>(
  message: EventMessage,
  bytes: number,
  render: (shown: Shown) => Body,
): Body {
  const { change, listing, property } = message;
  let body = render({ change, listing, property, isShortened: false });
  for (const step of STEPS) {
    if (body.length <= bytes) return body;
    body = render(shorten(message, step));
  }
  return body;
}

function shorten({ change, listing, property }: EventMessage, step: Step): Shown {
  return {
    change: cut(change, step),
    listing: cut(listing, step),
    property: property && {
      ...cut({ ...property, listings: [], expired: undefined }, step),
      listings: newest(property.listings, step),
      ...(property.expired && { expired: newest(property.expired, step) }),
    },
    isShortened: true,
  };
}

const newest = (listings: readonly ListingView[], step: Step): ListingView[] =>
  listings.slice(0, step.listings).map((listing) => cut(listing, step));

/** The same value with shorter texts, and shorter lists inside. An ellipsis ends what was cut. */
function cut<T>(value: T, step: Step): T {
  return cutValue(value, step) as T;
}

function cutValue(value: unknown, step: Step): unknown {
  if (typeof value === 'string') return cutText(value, step.characters);
  if (Array.isArray(value)) return value.map((item) => cutValue(item, step));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, cutMember(name, member, step)]),
  );
}

/** Addresses are whole or left out: half of one leads nowhere. */
function cutMember(name: string, member: unknown, step: Step): unknown {
  if (name === 'url' || name === 'divisionIds') return member;
  if (!Array.isArray(member)) return cutValue(member, step);
  const items = member.slice(0, step.pictures);
  return name === 'pictures' ? items : cutValue(items, step);
}

/** Not inside a surrogate pair. */
function cutText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
