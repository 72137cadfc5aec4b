import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { TreeEditing } from './edit-tree.js';
import { expectAccessible } from './expect-accessible.js';
import { expectSoon } from './expect-soon.js';
import { keepPicture, openBrowser, openTab, signIn } from './open-browser.js';
import { Service } from './service.js';

let service: Service;
let browser: Browser;
let key: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), openBrowser()]);
  const { divisions, lines } = demoTown();
  await service.loadDivisions([...divisions, ...PLACES]);
  await service.ingest([...lines, advertIn(WEST.id)]);
  key = await service.makeKey();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** Two towns side by side in the ocean; the western half of the western one is a district of its own. */
const place = (id: number, type: string, name: string, parentId: number, west: number, east: number) => ({
  ...{ id, type, name, parentId, countryCode: 'FR', centroid: { lat: 10, lng: (west + east) / 2 } },
  geometry: { type: 'Polygon', coordinates: [squareOf(west, east)] },
});
const squareOf = (west: number, east: number) => [
  ...[[west, 9.9] as const, [east, 9.9] as const, [east, 10.1] as const, [west, 10.1] as const],
  [west, 9.9] as const,
];
const EAST = place(990_001, 'CITY', 'Eastwick', 33, -30.1, -29.9);
const WEST = place(990_002, 'CITY', 'Westwick', 33, -30.3, -30.1);
const HALF = place(990_003, 'DISTRICT', 'Half of it', WEST.id, -30.3, -30.2);
const PLACES = [EAST, WEST, HALF];
const advertIn = (cityId: number) => ({
  source: { domain: 'ocean.example', name: 'Ocean' },
  ...{ externalId: 'ocean-1', observedAt: new Date().toISOString(), status: 'ONLINE', title: 'By the sea' },
  ...{ transactionType: 'SELL', propertyType: 'FLAT', price: 500_000, currency: 'EUR', area: 50 },
  location: { cityId },
});

const clean = (tab: { complaints: string[]; strays: string[] }) =>
  expect({ complaints: tab.complaints, strays: tab.strays }).toEqual({ complaints: [], strays: [] });
const plain = (text: string) => Number(text.replaceAll(',', ''));

it('shows for a place picked by name what the analytics answer, and the question as curl', async () => {
  const { items } = await service.ask(key, 'POST', '/properties', {
    searchMode: 'advanced',
    criteria: { propertyType: { included: ['FLAT'] }, transactionType: { value: 'SELL' } },
  });
  const { cityName } = (items as { listings: { cityName: string }[] }[])[0]!.listings[0]!;
  // Names are read anew a moment after divisions were loaded.
  const knows = async () =>
    (await service.ask(key, 'GET', `/geo/autocomplete?q=${encodeURIComponent(cityName)}`)).length > 0;
  await expectSoon(knows, true);
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/market');
  await page.getByRole('combobox', { name: 'Place' }).fill(cityName);
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByTestId('subject').getByText(cityName).waitFor();
  const prices = page.getByTestId('prices');
  await prices.locator('tbody tr').first().waitFor();
  await prices.getByRole('button', { name: 'The same request as curl' }).click();
  const curl = await prices.getByRole('region', { name: 'The same request as curl' }).innerText();
  const [, address] = /"http:\/\/[^/]+(\/analytics[^"]+)"/.exec(curl)!;
  const { data } = await service.ask(key, 'GET', address!);
  const shown = async () => {
    const rows = await prices
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? '')),
      );
    return JSON.stringify(rows.map(([count, , , median]) => [plain(count ?? ''), plain(median ?? '')]));
  };
  // The answer of before stays until the next one is there.
  await expectSoon(
    shown,
    JSON.stringify(
      (data as { metrics: Record<string, number> }[]).map(({ metrics }) => [
        metrics.count,
        Math.round(metrics['median:price_per_sqm']!),
      ]),
    ),
  );
  await prices.locator('.recharts-surface').first().waitFor({ state: 'attached' });
  await expectAccessible(page);
  await keepPicture(page, 'market', { fullPage: true });
  clean(tab);
});

it('takes the place that is clicked on the map, and asks where several lie on each other', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  let seen: Record<'north' | 'south' | 'east' | 'west', number> | undefined;
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/geo/outlines')
      seen = Object.fromEntries([...searchParams].map(([name, value]) => [name, Number(value)])) as typeof seen;
  });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'On the map' }).click();
    await page.locator('[data-testid=place-map][data-ready=true]').waitFor();
  };
  /** Clicks until something comes of it: what a map has been told it draws a moment later. */
  const clickUntil = (lng: number, lat: number, isThere: () => Promise<boolean>): Promise<void> =>
    expectSoon(async () => {
      if (await isThere()) return true;
      const { x, y, width, height } = (await page.getByTestId('place-map').boundingBox()) ?? {};
      if (x === undefined || y === undefined || seen === undefined) return isThere();
      const [right, down] = [
        (lng - seen.west) / (seen.east - seen.west),
        (seen.north - lat) / (seen.north - seen.south),
      ];
      await page.mouse.click(x + right * width!, y + down * height!);
      return isThere();
    }, true);
  const subject = page.getByTestId('subject');
  const isAsked = (id: number) => async () => new URL(page.url()).searchParams.get('place') === String(id);

  await signIn(tab, service.url, key, `/console/market?place=${EAST.id}`);
  await subject.getByText('Eastwick').waitFor();
  await open();
  await page.getByTestId('place-map').getByRole('button', { name: 'Westwick', exact: true }).waitFor();
  await expectAccessible(page);
  await keepPicture(page, 'market-place');
  await clickUntil(-30.15, 10.06, isAsked(WEST.id));
  await subject.getByText('Westwick').waitFor();
  const { data } = await service.ask(
    key,
    'GET',
    `/analytics/listings?city_id=${WEST.id}&transaction_type=SELL&property_type=FLAT&event_type=CREATED&time_bucket=month`,
  );
  expect(data).toMatchObject([{ metrics: { count: 1 } }]);
  await page.getByTestId('prices').locator('tbody tr').filter({ hasText: '10,000' }).waitFor(); // 500,000 for 50 m²

  await open();
  const choice = page.getByRole('group', { name: 'Places here:' });
  await clickUntil(-30.25, 10.06, () => choice.isVisible());
  expect((await choice.getByRole('button').allInnerTexts()).sort()).toEqual(['Half of it', 'Westwick']);
  await choice.getByRole('button', { name: 'Half of it' }).click();
  await subject.getByText('Half of it').waitFor();

  await open();
  const eastwick = page.getByTestId('place-map').getByRole('button', { name: 'Eastwick', exact: true });
  await eastwick.waitFor();
  // Names are made anew when the outlines of another window come: the one that has the focus may be gone.
  await expectSoon(async () => {
    if (await eastwick.isVisible()) await eastwick.press('Enter', { timeout: 1_000 }).catch(() => undefined);
    return isAsked(EAST.id)();
  }, true);
  await subject.getByText('Eastwick').waitFor();
  clean(tab);
}, 90_000);

it('asks the market for a tree of conditions, and gives the question away as curl', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/market?months=60');
  await page.getByRole('button', { name: 'All conditions' }).click();
  const tree = new TreeEditing(page);
  for (const [group, condition, bound] of [
    ['Group 1', 'Rooms', '4'],
    ['Group 2', 'Area', '60'],
  ] as const) {
    await tree.addGroup();
    await tree.add(group, condition);
    await tree.group(group).getByLabel('From', { exact: true }).fill(bound);
  }
  await tree.apply();
  const criteria = { operator: 'OR', children: [{ rooms: { rooms: { min: 4 } } }, { area: { min: 60 } }] };
  const { sentence } = await service.ask(key, 'POST', '/criteria/describe', { criteria });
  await page.getByTestId('sentence').getByText(sentence, { exact: true }).waitFor();
  const inAddress = () => Promise.resolve(new URL(page.url()).searchParams.get('criteria'));
  await expectSoon(inAddress, JSON.stringify(criteria));
  const flow = page.getByTestId('flow');
  await flow.getByRole('button', { name: 'The same request as curl' }).click();
  const block = flow.getByRole('region', { name: 'The same request as curl' });
  await block.getByText('-d').waitFor();
  const curl = (await block.innerText()).replaceAll('$KEY', key);
  const { data } = JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' })) as {
    data: { group: { event_type: string; time_bucket: string }; metrics: { count: number } }[];
  };
  const created = data
    .filter(({ group }) => group.event_type === 'CREATED')
    .reduce((sum, { metrics }) => sum + metrics.count, 0);
  const { meta } = await service.ask(
    key,
    'POST',
    '/analytics/listings?transaction_type=SELL&property_type=FLAT&event_type=CREATED&time_bucket=year',
    { criteria },
  );
  expect(created).toBe(meta.sample_size);
  expect(created).toBeGreaterThan(0);
  const shown = async () =>
    (await flow.locator('tbody tr td:nth-of-type(1)').allInnerTexts()).reduce((sum, text) => sum + plain(text), 0);
  await expectSoon(shown, created);
  await expectAccessible(page);
  await keepPicture(page, 'market-criteria', { fullPage: true });
  clean(tab);
});

it('says so where nothing happened', async () => {
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key, '/console/market?kind=OTHER&deal=RENT&months=6');
  await tab.page.getByTestId('no-events').first().waitFor();
  clean(tab);
});

it('shows account, usage, keys and limits as the interface answers them', async () => {
  await service.makeKey('Console & Co', 'ROLE_SAAS_USER');
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  // The page's own answer: what it asks is usage, too, so that the next answer has more.
  type Usage = { totals: { calls: number; results: number }; byRoute: object[] };
  let usage: Usage | undefined;
  page.on('response', async (response) => {
    if (!response.url().includes('/account/api-usage') || !response.ok()) return;
    usage = (await response.json().catch(() => usage)) as Usage | undefined; // the page may be gone by then
  });
  await signIn(tab, service.url, key, '/console/account');
  const account = await service.ask(key, 'GET', '/account');
  expect(await page.getByTestId('account-name').innerText()).toBe('Console & Co');
  expect(await page.getByTestId('key').count()).toBe(account.apiKeys.length);
  expect(await page.locator('[data-limit=requestsPerMinute] td').innerText()).toBe(
    String(account.limits.requestsPerMinute),
  );
  await expectSoon(async () => {
    if (usage === undefined) return false;
    const { calls, results } = usage.totals;
    const said = await page.getByTestId('totals').innerText();
    const routes = await page.getByTestId('by-route').locator('tbody tr').count();
    return (
      said.includes(`${calls.toLocaleString('en-GB')} calls, ${results.toLocaleString('en-GB')} results`) &&
      routes === usage.byRoute.length
    );
  }, true);
  await page.locator('.recharts-bar').first().waitFor({ state: 'attached' });
  await expectAccessible(page);
  await keepPicture(page, 'account', { fullPage: true });
  clean(tab);
});

it.each(['market', 'account'])('fits a phone in German on dark ground: %s', async (screen) => {
  const tab = await openTab(browser, service.url, {
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await signIn(tab, service.url, key, `/console/${screen}`);
  await tab.page.locator('.recharts-surface').first().waitFor({ state: 'attached' });
  await expectAccessible(tab.page);
  expect(await tab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await tab.page.locator('tbody tr').first().waitFor();
  // Nor does a table by itself.
  const tables = tab.page.locator('[data-testid] .mantine-TableScrollContainer-scrollContainer');
  const tooWide = await tables.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect({ tables: (await tables.count()) > 0, tooWide }).toEqual({ tables: true, tooWide: 0 });
  await keepPicture(tab.page, `${screen}-phone-dark`, { fullPage: true });
  clean(tab);
});
