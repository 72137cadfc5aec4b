import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { TreeEditing } from './edit-tree.js';
import { expectAccessible } from './expect-accessible.js';
import { expectSoon } from './expect-soon.js';
import { keepPicture, openBrowser, openTab, signIn, type Tab } from './open-browser.js';
import { Service } from './service.js';

const EVIL = '<img src=x onerror="document.title=1"> & <b>bold</b>';

let service: Service;
let browser: Browser;
let key: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), openBrowser()]);
  const { divisions, lines } = demoTown();
  await service.loadDivisions(divisions);
  await service.ingest([...lines, evilListing()]);
  key = await service.makeKey();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const open = async (search: object = {}, options: Parameters<typeof openTab>[2] = {}): Promise<Tab> => {
  const tab = await openTab(browser, service.url, options);
  const query = Object.entries(search)
    .map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
  await signIn(tab, service.url, key, `/console/${query === '' ? '' : `?${query}`}`);
  await total(tab.page);
  return tab;
};
/** What the address says of the search; the router writes it a moment after the page shows it. */
const inAddress = (page: Page, name: 'criteria' | 'box') =>
  JSON.parse(new URL(page.url()).searchParams.get(name) ?? 'null');
const expectCriteria = (page: Page, criteria: object): Promise<void> =>
  expectSoon(() => Promise.resolve(JSON.stringify(inAddress(page, 'criteria'))), JSON.stringify(criteria));
const expectCalm = ({ complaints, strays }: Tab) =>
  expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });

/** The number of homes that the page says, once it says one. */
async function total(page: Page): Promise<number> {
  const text = page.getByTestId('total').filter({ hasText: /\d/ });
  await text.waitFor();
  return Number((await text.innerText()).replace(/\D/g, ''));
}
const count = async (criteria: object): Promise<number> =>
  (await service.ask(key, 'POST', '/properties/count', { searchMode: 'advanced', criteria })).totalItems;
const mapReady = (page: Page) => page.locator('[data-testid=map][data-ready=true] .map-cell').first().waitFor();
const shownOnMap = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.map-cell, .map-home')].reduce(
      (sum, { dataset }) => sum + Number(dataset.count ?? 1),
      0,
    ),
  );

it('shows what the interface finds, newest first, and more of it at the end of the list', async () => {
  const began = Date.now();
  const tab = await open();
  console.log(`search page: usable ${Date.now() - began} ms after a cold load`);
  const { page } = tab;
  expect(await total(page)).toBe(await count({}));
  const { items } = await service.ask(key, 'POST', '/properties', { size: 30 });
  const uuids = () =>
    page.getByTestId('home').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-uuid')));
  await page.getByTestId('home').nth(23).waitFor();
  await page.getByTestId('home').nth(23).scrollIntoViewIfNeeded();
  await page.getByTestId('home').nth(29).waitFor();
  expect((await uuids()).slice(0, 30)).toEqual(items.map(({ uuid }: { uuid: string }) => uuid));
  await mapReady(page);
  await keepPicture(page, 'search');
  await expectAccessible(page);
  expectCalm(tab);
});

it('asks for the next page when the end of the list comes near, and not before', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  let pages = 0;
  page.on('request', (request) => (pages += request.url().endsWith('/properties') ? 1 : 0));
  await signIn(tab, service.url, key);
  await mapReady(page); // what the list asks of itself it has asked by then
  await page.getByTestId('home').nth(23).waitFor();
  expect(pages).toBe(1);
  await page.getByTestId('home').nth(23).scrollIntoViewIfNeeded();
  await page.getByTestId('home').nth(29).waitFor();
  expectCalm(tab);
});

it('takes conditions from chips, says them in a sentence, and keeps all of it in the address', async () => {
  const tab = await open();
  const { page } = tab;
  await page.getByText('Buy', { exact: true }).click();
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.getByLabel('To', { exact: true }).fill('300000');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByLabel(/^Flat/).check();
  await page.keyboard.press('Escape');
  const criteria = {
    transactionType: { value: 'SELL' },
    price: { max: 300_000 },
    propertyType: { included: ['FLAT'] },
  };
  const expected = await count(criteria);
  await expectSoon(() => total(page), expected);
  const { sentence } = await service.ask(key, 'POST', '/criteria/describe', { criteria });
  await page.getByText(sentence).waitFor();
  await expectCriteria(page, criteria);
  const other = await open(Object.fromEntries(new URL(page.url()).searchParams));
  expect(await total(other.page)).toBe(expected);
  await keepPicture(page, 'search-conditions');
  expectCalm(tab);
});

it('keeps every change of a reader who is quicker than the page', async () => {
  const tab = await open();
  const { page } = tab;
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByLabel(/^Flat/).waitFor();
  await page.getByLabel(/^House/).waitFor();
  // One right after the other: React has shown the first, and the router is still on its way.
  await page.evaluate(async () => {
    const boxOf = (word: string) =>
      [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(word))!;
    boxOf('Flat').click();
    await new Promise((resolve) => queueMicrotask(() => resolve(null)));
    await new Promise((resolve) => queueMicrotask(() => resolve(null)));
    boxOf('House').click();
  });
  const criteria = { propertyType: { included: ['FLAT', 'HOUSE'] } };
  await expectSoon(() => total(page), await count(criteria));
  await expectCriteria(page, criteria);
  expectCalm(tab);
});

it('takes a tree of alternatives to any depth, and finds what the interface finds', async () => {
  const tab = await open({ criteria: { transactionType: { value: 'SELL' } } });
  const { page } = tab;
  await page.getByRole('button', { name: /^All conditions/ }).click();
  const tree = new TreeEditing(page);
  await tree.addGroup();
  await tree.add('Group 1', 'Terrace');
  await tree.addGroup();
  await tree.add('Group 2', 'Price');
  await tree.group('Group 2').getByLabel('To').fill('250000');
  await tree.addGroup('Group 2');
  await tree.add('Group 2.1', 'Rooms');
  await tree.group('Group 2.1').getByLabel('From').fill('2');
  const criteria = {
    transactionType: { value: 'SELL' },
    operator: 'OR',
    children: [
      { unit: { terrace: { value: true } } },
      { price: { max: 250_000 }, children: [{ rooms: { rooms: { min: 2 } } }] },
    ],
  };
  const { sentence } = await service.ask(key, 'POST', '/criteria/describe', { criteria });
  await tree.editor.getByText(sentence).waitFor();
  await keepPicture(page, 'search-tree');
  await expectAccessible(page);
  await tree.apply();
  await expectSoon(() => total(page), await count(criteria));
  expectCalm(tab);
});

it('says what is wrong with a condition at its place', async () => {
  const tab = await open({}, { expected: [/422/] });
  const { page } = tab;
  await page.getByRole('button', { name: /^All conditions/ }).click();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('menuitem', { name: 'Area', exact: true }).click();
  await page.getByLabel('From').fill('90');
  await page.getByLabel('To', { exact: true }).fill('10');
  const said = await page.getByTestId('condition-area').getByRole('alert').innerText();
  const answer = await fetch(`${service.url}/criteria/describe`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ criteria: { area: { min: 90, max: 10 } } }),
  });
  expect(said).toBe(((await answer.json()) as { violations: { message: string }[] }).violations[0]!.message);
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  expectCalm(tab);
});

it('says of a bubble what is for sale and what is to rent, and marks a rent as one', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  /** What the map asked last: it may find its size, and ask again. */
  let asked: unknown;
  page.on('request', (request) => {
    const body = request.url().endsWith('/properties/map') ? (request.postDataJSON() as object | null) : null;
    if (body !== null && 'byTransactionType' in body && body.byTransactionType === true) asked = body;
  });
  await signIn(tab, service.url, key);
  await mapReady(page);
  let label = '';
  await expectSoon(async () => {
    label = labelOfBoth(await service.ask(key, 'POST', '/properties/map', asked));
    return page.getByRole('button', { name: label, exact: true }).isVisible();
  }, true);
  await page.getByText('Rent', { exact: true }).click();
  await page.getByRole('button', { name: label, exact: true }).waitFor({ state: 'detached' });
  await mapReady(page);
  expectCalm(tab);
});

/** What the bubble says that has most homes of those for sale and to rent; few homes stand as prices. */
function labelOfBoth({
  cells,
}: {
  cells: { count: number; byTransactionType: Record<'SELL' | 'RENT', { count: number; medianPrice: number }> }[];
}): string {
  const [cell] = cells
    .filter(({ byTransactionType: { SELL, RENT } }) => SELL.count > 0 && RENT.count > 0)
    .sort((one, other) => other.count - one.count);
  const { count: homes, byTransactionType } = cell!;
  const { SELL, RENT } = byTransactionType;
  const said = (price: number) => Math.round(price).toLocaleString('en-GB'); // in whatever currency
  return (
    `${homes} homes: ${SELL.count} for sale, median price ${said(SELL.medianPrice)}; ` +
    `${RENT.count} to rent, median ${said(RENT.medianPrice)} a month. Look closer.`
  );
}

it('moves the map and the list together: both count what the interface finds in the box', async () => {
  const tab = await open();
  const { page } = tab;
  await mapReady(page);
  // The key may be pressed once more before the first move shows in the address: what follows asks of the box of now.
  const boxNow = () => inAddress(page, 'box');
  // Bubbles are made anew whenever the map has moved: the one that has the focus may be gone before the key comes.
  await expectSoon(async () => {
    if (boxNow() === null) {
      await page.evaluate(() => {
        const cells = [...document.querySelectorAll<HTMLElement>('.map-cell')];
        cells.sort((one, other) => Number(other.dataset.count) - Number(one.dataset.count))[0]?.focus();
      });
      await page.keyboard.press('Enter');
    }
    return boxNow() !== null;
  }, true);
  await page.getByText('in this part of the map').waitFor();
  const inView = async () => count({ location: { boundingBox: boxNow() } });
  await expectSoon(async () => (await total(page)) === (await inView()), true);
  await expectSoon(async () => (await shownOnMap(page)) === (await inView()), true);
  expect(await total(page)).toBeGreaterThan(0);
  await keepPicture(page, 'search-map');
  await page.getByLabel('Sort by').selectOption('Nearest first');
  const nearest = async (): Promise<string> => {
    const box = boxNow();
    const center = { latitude: (box.north + box.south) / 2, longitude: (box.east + box.west) / 2 };
    const { items } = await service.ask(key, 'POST', '/properties', {
      searchMode: 'advanced',
      criteria: { location: { boundingBox: box } },
      sort: { field: 'DISTANCE', centerPoint: center },
      size: 1,
    });
    return items[0].uuid;
  };
  const firstCard = page.getByTestId('home').first();
  await expectSoon(async () => (await firstCard.getAttribute('data-uuid')) === (await nearest()), true);
  await page.getByRole('button', { name: 'Look everywhere' }).click();
  await expectSoon(() => total(page), await count({}));
  expectCalm(tab);
});

it('looks at a town that is asked for, and says how many of its homes have no place', async () => {
  const [town] = await service.database.query<{ city_id: number }>(
    'select city_id from listing where online and city_id is not null group by 1 order by count(*) desc limit 1',
  );
  const criteria = { location: { includedDivisionIds: [town!.city_id] } };
  const { withoutPoint } = await service.ask(key, 'POST', '/properties/map', {
    searchMode: 'advanced',
    criteria,
    boundingBox: { north: 85, south: -85, east: 180, west: -180 },
    zoom: 0,
    countWithoutPoint: true,
  });
  const tab = await open({ criteria });
  const { page } = tab;
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  const placed = (await total(page)) - withoutPoint;
  expect(placed).toBeGreaterThan(20);
  await expectSoon(async () => (await shownOnMap(page)) >= 0.85 * placed, true);
  if (withoutPoint > 0) expect(await page.getByRole('note').innerText()).toContain(String(withoutPoint));
  await keepPicture(page, 'search-town');
  expectCalm(tab);
});

it('finds what lies in an area that is drawn on the map', async () => {
  const tab = await open({ box: { north: 49.1, south: 48.6, east: 2.8, west: 1.9 } });
  const { page } = tab;
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  await page.getByRole('button', { name: 'Draw an area' }).click();
  const { x, y, width, height } = (await page.getByTestId('map').boundingBox())!;
  const corners = [
    [0.3, 0.35],
    [0.75, 0.3],
    [0.7, 0.75],
    [0.35, 0.7],
  ].map(([right, down]) => [x + right! * width, y + down! * height] as const);
  await page.locator('[data-testid=map][data-drawing=true]').waitFor();
  for (const [right, down] of [...corners, corners[0]!]) {
    await page.mouse.move(right, down, { steps: 4 });
    await page.mouse.click(right, down);
    // The corner is drawn before the next click.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await page.getByRole('button', { name: 'Remove what is drawn' }).waitFor();
  await expectSoon(() => Promise.resolve(inAddress(page, 'criteria') !== null), true);
  const box = inAddress(page, 'box');
  const [shapeId] = inAddress(page, 'criteria').location.includedGeoShapeIds;
  const { name, geometry } = await service.ask(key, 'GET', `/geo/shapes/${shapeId}`);
  expect(name).toMatch(/^Area drawn on .*\d:\d\d/);
  await page.getByText(`inside "${name}"`).waitFor();
  expect(geometry.coordinates[0]).toHaveLength(5);
  const all = await service.ask(key, 'POST', '/properties', {
    searchMode: 'advanced',
    criteria: { location: { boundingBox: box } },
    size: 100,
  });
  const inside = all.items.filter(({ listings }: { listings: { latitude: number; longitude: number }[] }) =>
    listings.some(({ latitude, longitude }) => isInside([longitude, latitude], geometry.coordinates[0])),
  );
  expect(all.totalItems).toBeLessThanOrEqual(100);
  expect(inside.length).toBeGreaterThan(0);
  await expectSoon(() => total(page), inside.length);
  await expectSoon(() => shownOnMap(page), inside.length);
  await keepPicture(page, 'search-area');
  expectCalm(tab);
});

it('draws a circle around a bubble, which is not in the way', async () => {
  const tab = await open();
  const { page } = tab;
  await mapReady(page);
  await page.getByRole('button', { name: 'Draw a circle' }).click();
  await page.locator('[data-testid=map][data-drawing=true]').waitFor();
  const { x, y, width, height } = (await page.locator('.map-cell').first().boundingBox())!;
  const [right, down] = [x + width / 2, y + height / 2];
  // Both clicks lie on the bubble: the second one ends the circle, but for it something has to be drawn.
  for (const at of [right, right + width / 4]) {
    await page.mouse.move(at, down, { steps: 4 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.mouse.click(at, down);
  }
  await page.getByRole('button', { name: 'Remove what is drawn' }).waitFor();
  await expectSoon(() => Promise.resolve(inAddress(page, 'criteria')?.location?.radiusMeters > 0), true);
  expect(inAddress(page, 'box')).toBeNull(); // the map stayed where it was
  await expectSoon(() => total(page), await count(inAddress(page, 'criteria')));
  expectCalm(tab);
});

it('gives the search away as a link, as curl and as JSON', async () => {
  const tab = await open({ criteria: { price: { max: 200_000 } } });
  const { page } = tab;
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'As JSON' }).click();
  const body = JSON.parse(await page.getByRole('region', { name: 'As JSON' }).innerText());
  expect((await service.ask(key, 'POST', '/properties', body)).totalItems).toBe(await total(page));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'As curl' }).click();
  const command = await page.getByRole('region', { name: 'As curl' }).innerText();
  const output = execFileSync('bash', ['-c', command], { env: { ...process.env, KEY: key }, encoding: 'utf8' });
  expect(JSON.parse(output).totalItems).toBe(await total(page));
  expect(command).not.toContain(key);
  await expectAccessible(page);
  expectCalm(tab);
});

it('shows markup in a title as text', async () => {
  const tab = await open({ criteria: { source: { included: ['evil.example'] } } });
  const { page } = tab;
  expect(await page.getByTestId('home').first().getByRole('heading').innerText()).toBe(EVIL);
  expect(await page.locator('main img[src=x]').count()).toBe(0);
  expectCalm(tab);
});

it('says what to do where nothing is found', async () => {
  const tab = await open({ criteria: { price: { max: 1 } } });
  await tab.page.getByTestId('empty').waitFor();
  await keepPicture(tab.page, 'search-nothing');
  await expectAccessible(tab.page);
  await tab.page.getByTestId('empty').getByRole('button').click();
  await expectSoon(() => total(tab.page), await count({}));
  expectCalm(tab);
});

it.each([
  ['phone', { viewport: { width: 390, height: 844 } }],
  ['dark', { colorScheme: 'dark' }],
] as const)('is whole and accessible: %s', async (name, options) => {
  const tab = await open({ criteria: { transactionType: { value: 'RENT' } } }, options);
  const { page } = tab;
  await page.getByTestId('home').first().waitFor();
  await expectAccessible(page);
  await keepPicture(page, `search-${name}`);
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isTooWide()).toBe(false);
  if (name === 'phone') {
    await page.getByText('Map', { exact: true }).click();
    await mapReady(page);
    expect(await isTooWide()).toBe(false);
    await keepPicture(page, 'search-phone-map');
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'Market' }).waitFor();
    await keepPicture(page, 'navigation-phone');
    await expectAccessible(page);
  }
  expectCalm(tab);
});

it('can be used with the keyboard alone', async () => {
  const tab = await open();
  const { page } = tab;
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let n = 0; n < 8 && (await focused()) !== 'Price'; n += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('From', { exact: true }).waitFor();
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName), 'INPUT'); // the focus moves in after it opens
  await page.keyboard.type('150000');
  await page.keyboard.press('Escape');
  await expectSoon(focused, 'Price: 150,000 or more');
  await expectSoon(() => total(page), await count({ price: { min: 150_000 } }));
  expectCalm(tab);
});

function evilListing(): object {
  return {
    source: { domain: 'evil.example', name: EVIL },
    externalId: 'evil-1',
    observedAt: new Date().toISOString(),
    status: 'ONLINE',
    title: EVIL,
    description: EVIL,
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 987_654_321,
    currency: 'EUR',
    area: 50,
    rooms: 2,
    url: 'https://evil.example/1',
    pictures: ['https://evil.example/1.jpg'],
  };
}

/** By counting the edges that a ray to the east crosses. */
function isInside([lng, lat]: readonly [number, number], ring: readonly (readonly [number, number])[]): boolean {
  return ring.slice(1).reduce((inside, [toLng, toLat], n) => {
    const [fromLng, fromLat] = ring[n]!;
    const crosses =
      fromLat > lat !== toLat > lat && lng < ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat) + fromLng;
    return crosses ? !inside : inside;
  }, false);
}

it.each([
  { children: [null] },
  { children: 5 },
  { text: { all: 5 } },
  { propertyType: { included: 5 } },
  { location: { includedDivisionIds: 5 } },
  { location: { includedGeoShapeIds: 'x' } },
  { publishedAt: { min: 'soon' } },
  '{"price":{"ma',
])('says what is wrong with an address that somebody wrote by hand, and lets it be mended: %j', async (criteria) => {
  const tab = await openTab(browser, service.url, { expected: [/422/] });
  const { page } = tab;
  const text = typeof criteria === 'string' ? criteria : JSON.stringify(criteria);
  await signIn(tab, service.url, key, `/console/?criteria=${encodeURIComponent(text)}&sort=toString`);
  await page
    .getByTestId('problem')
    .getByText(/criteria\b.*expects/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /All conditions/ }).click();
  await page.getByRole('dialog').getByTestId('sentence').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('says the days of a condition as they were chosen, wherever they are read', async () => {
  const criteria = { publishedAt: { min: '2026-01-31', max: '2026-02-28' } };
  const tab = await open({ criteria }, { timezoneId: 'America/Los_Angeles' });
  await tab.page.getByRole('button', { name: 'Published: 31 Jan 2026 – 28 Feb 2026' }).waitFor();
  expectCalm(tab);
});
