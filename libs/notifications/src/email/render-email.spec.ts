import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import type { ListingView } from '@gable/domain/property';
import { listingView } from '../testing/messages.js';
import type { MailContent, MailEvent } from './mail-content.js';
import { renderEmail, renderTestEmail } from './render-email.js';

const event = (changes: Partial<MailEvent> = {}): MailEvent => ({
  eventType: 'NEW_MATCH',
  listing: listingView(),
  change: [],
  whyMatched: 'for sale, a flat, 350,000 or less, in Lyon',
  ...changes,
});
const content = (changes: Partial<MailContent> = {}): MailContent => ({
  alertName: 'Flats in Lyon',
  events: [event()],
  moreCount: 0,
  unsubscribeUrl: 'https://gable.example/u/abc123',
  ...changes,
});
/** Of what a listing may leave out, nothing. */
const STATING_NOTHING = {
  bathrooms: null,
  locationAccuracy: null,
  postalCode: undefined,
  publishedAt: undefined,
  transactionStatus: undefined,
  saleType: undefined,
  mandateType: undefined,
  condition: undefined,
  pricing: undefined,
  areas: undefined,
  features: undefined,
  building: undefined,
  energy: undefined,
  publisher: undefined,
};
const dropped = event({
  eventType: 'PRICE_CHANGED',
  change: [{ attribute: 'price', old: 340_000, new: 320_000, variationPercent: -5.88235294117647 }],
});

describe('a mail of one event', () => {
  it('says the whole of it in its subject', () => {
    expect(renderEmail(content()).subject).toBe(
      'New match: Flat · 72.5 m² · 3 rooms · 2 bedrooms · €320,000 · Croix-Rousse, Lyon',
    );
  });

  it('shows in plain text what changed, the facts, why, and where to look', () => {
    expect(renderEmail(content({ events: [dropped] })).text).toBe(`Price down: Flats in Lyon

Your criteria: for sale, a flat, 350,000 or less, in Lyon.

* Price down: Sunny flat near the park
  €340,000 → €320,000 (−5.9 %)
  Flat · 72.5 m² · 3 rooms · 2 bedrooms
  Croix-Rousse, Lyon
  bathrooms 1, published at 2025-12-31, transaction status available, sale type standard, mandate type exclusive, condition good, postal code 69004, location accuracy street
  features: no furnished, disabled access, equipped kitchen, balcony, terrace, no garden, cellar, no last floor, elevator, intercom, no gym, no swimming pool, parking
  pricing: charges €120, agency fees €9,500, security deposit €0, no charges included, fees included
  areas: indoor 70 m², outdoor 12 m², land 0 m², balcony 4 m², terrace 8 m², garden 0 m²
  building: construction year 1978, renovation year 2015, lots 24
  energy: dpe D, ghg C, heating system boiler, energy carrier gas
  publisher: type real estate agency, name Agency of the park
  Portal: https://portal.example/adverts/1
  Photo: https://portal.example/pictures/1.jpg

--
You get this mail because the alert “Flats in Lyon” names your address.
Stop these mails: https://gable.example/u/abc123
`);
  });

  it('says of a mail that an earlier version had kept what that version said', () => {
    const { source: _source, externalId: _id, ...earlier } = { ...listingView(), ...STATING_NOTHING, bathrooms: 1 };
    const kept = { ...dropped, listing: JSON.parse(JSON.stringify(earlier)) as ListingView };
    expect(renderEmail(content({ events: [kept] })).text).toContain(
      '  Croix-Rousse, Lyon\n  Portal: https://portal.example/adverts/1\n',
    );
  });

  it('shows the same in HTML', () => {
    const { html } = renderEmail(content({ events: [dropped] }));
    expect(html).toContain('<s>€340,000</s> → €320,000 <span style="font-weight:normal">(−5.9 %)</span>');
    for (const said of [
      '>Price down</h1>',
      'Your criteria: for sale, a flat, 350,000 or less, in Lyon.',
      '<a href="https://portal.example/adverts/1">Sunny flat near the park</a>',
      'Flat · 72.5 m² · 3 rooms · 2 bedrooms',
      'Croix-Rousse, Lyon',
      'href="https://portal.example/pictures/1.jpg"',
      'href="https://gable.example/u/abc123"',
      'width=device-width',
    ])
      expect(html).toContain(said);
  });

  it.each(ALERT_EVENT_TYPES.map((eventType) => [eventType]))('has words for %s', (eventType) => {
    const { subject, text } = renderEmail(content({ events: [event({ eventType })] }));
    expect(subject).toMatch(/^[A-Z][a-z]+( [a-z]+)*: /);
    expect(text).not.toContain(eventType);
  });

  it.each<[string, Partial<MailEvent>, string]>([
    [
      'a price that rose',
      {
        eventType: 'PRICE_CHANGED',
        change: [{ attribute: 'price', old: 300_000, new: 320_000, variationPercent: 6.666 }],
      },
      '€300,000 → €320,000 (+6.7 %)',
    ],
    [
      'a price in another currency',
      {
        change: [
          { attribute: 'price', old: 340_000, new: 320_000, variationPercent: -5.88 },
          { attribute: 'currency', old: 'CHF', new: 'EUR', variationPercent: null },
        ],
      },
      'CHF 340,000 → €320,000 (−5.9 %)',
    ],
    [
      'a price that appeared',
      { change: [{ attribute: 'price', old: null, new: 320_000, variationPercent: null }] },
      'no price → €320,000',
    ],
    [
      'a price that went',
      {
        listing: listingView({ price: null }),
        change: [{ attribute: 'price', old: 340_000, new: null, variationPercent: null }],
      },
      '€340,000 → no price',
    ],
    ['a rent', { listing: listingView({ price: 850.5, transactionType: 'RENT' }) }, '€850.50 a month'],
    ['a currency that is none', { listing: listingView({ currency: 'bitcoin' }) }, '320,000'],
    [
      'other changes',
      {
        change: [
          { attribute: 'rooms', old: 2, new: 3, variationPercent: 50 },
          { attribute: 'features.lastFloor', old: null, new: true, variationPercent: null },
          { attribute: 'description', old: 'x'.repeat(90), new: 'y', variationPercent: null },
          { attribute: 'pictures', old: [], new: ['a'], variationPercent: null },
        ],
      },
      'rooms: 2 → 3\n  last floor: not stated → yes\n  description changed\n  pictures changed',
    ],
    [
      'an advert without a title',
      { listing: listingView({ title: '  ' }) },
      '* New match: Flat · 72.5 m² · 3 rooms · 2 bedrooms',
    ],
    [
      'an advert that states nothing',
      {
        listing: listingView({
          title: null,
          price: null,
          area: null,
          rooms: null,
          bedrooms: null,
          propertyType: null,
          cityName: null,
          neighborhoodName: null,
          url: null,
          pictures: [],
          ...STATING_NOTHING,
        }),
      },
      '* New match: A listing without a title\n\n--',
    ],
  ])('shows %s', (_, changes, said) => expect(renderEmail(content({ events: [event(changes)] })).text).toContain(said));
});

describe('a mail of several events', () => {
  const titled = (i: number, changes: Partial<MailEvent> = {}) =>
    event({ listing: listingView({ title: `Home number ${i}` }), ...changes });

  it('counts them in its subject', () => {
    expect(renderEmail(content({ events: [titled(1), titled(2)] })).subject).toBe('2 new matches for Flats in Lyon');
    expect(renderEmail(content({ events: [titled(1), dropped] })).subject).toBe('2 updates for Flats in Lyon');
  });

  it.each([
    [20, 0, undefined],
    [21, 0, 'and 1 more'],
    [20, 5, 'and 5 more'],
    [25, 9_980, 'and 9,985 more'],
  ])('shows 20 of %p and %p more, and counts the rest', (shown, moreCount, more) => {
    const { text, html, subject } = renderEmail(
      content({ events: Array.from({ length: shown }, (_, i) => titled(i)), moreCount }),
    );
    expect([text.match(/^\* /gm)!.length, html.match(/Home number/g)!.length]).toEqual([20, 20]);
    expect(/and [\d,]+ more/.exec(text)?.[0]).toBe(more);
    expect(/and [\d,]+ more/.exec(html)?.[0]).toBe(more);
    expect(subject).toContain((shown + moreCount).toLocaleString('en-US'));
  });

  it('says why once where all were found by the same criteria, and with each where not', () => {
    const text = (second: string): string =>
      renderEmail(content({ events: [titled(1, { whyMatched: 'in Lyon' }), titled(2, { whyMatched: second })] })).text;
    expect([
      text('in Lyon').match(/Your criteria: /g)!.length,
      text('in Paris').match(/Your criteria: /g)!.length,
    ]).toEqual([1, 2]);
  });

  it('stays below the size that mail programs cut', () => {
    const long = event({
      listing: listingView({ title: 'x'.repeat(1_000), url: `https://portal.example/${'a'.repeat(200)}` }),
      whyMatched: 'y'.repeat(5_000),
    });
    expect(
      Buffer.byteLength(renderEmail(content({ events: Array.from({ length: 20 }, () => long) })).html),
    ).toBeLessThan(102_000);
  });
});

describe('a mail', () => {
  const hostile = '"><script>alert(1)</script>\'&\r\nBcc: evil@example.com\u202e\u2066x';
  const mails = [
    renderEmail(
      content({
        alertName: hostile,
        events: [
          event({
            whyMatched: hostile,
            eventType: 'ANY_ATTRIBUTE_CHANGED',
            change: [{ attribute: 'title', old: hostile, new: 'a<b>', variationPercent: null }],
            listing: listingView({
              title: hostile,
              dataProvider: hostile,
              cityName: hostile,
              url: 'javascript:alert(1)',
              pictures: ['data:text/html,<script>'],
            }),
          }),
        ],
      }),
    ),
    renderEmail(content({ alertName: hostile, events: [event(), event()] })),
    renderEmail(
      content({ events: [event({ listing: listingView({ url: 'https://portal.example/"onclick="x\'<b>' }) })] }),
    ),
    renderTestEmail({ alertName: hostile, unsubscribeUrl: 'https://gable.example/u/abc123' }),
  ];

  it('lets nothing of an advert or a name become markup, a header or another direction', () => {
    for (const { subject, text, html } of mails) {
      expect(html).not.toMatch(/<script|<b>|javascript:|data:|onclick="|"onclick/);
      expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(subject + text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
  });

  it('loads nothing from anywhere', () => {
    for (const { html } of [...mails, renderEmail(content({ events: [dropped, event()] }))])
      expect(html).not.toMatch(
        /<(?:img|link|script|iframe|video|object|style|base)|url\(|src=|background=|@import|srcset/i,
      );
  });

  it('does not go out without a link to unsubscribe', () => {
    expect(() => renderEmail(content({ unsubscribeUrl: 'javascript:x' }))).toThrow(
      'A mail needs a link to unsubscribe.',
    );
  });

  it('of a test says that it is one', () => {
    expect(renderTestEmail({ alertName: 'Mine', unsubscribeUrl: 'https://gable.example/u/abc123' })).toMatchObject({
      subject: 'Test of Mine',
      text: expect.stringContaining('This is a test. Mails of this alert reach this address.'),
    });
  });
});
