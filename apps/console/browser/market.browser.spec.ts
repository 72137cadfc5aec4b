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
  await service.loadDivisions(divisions);
  await service.ingest(lines);
  key = await service.makeKey();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
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
  await prices.getByRole('button', { name: 'The same question as curl' }).click();
  const curl = await prices.getByRole('region', { name: 'The same question as curl' }).innerText();
  const [, address] = /"http:\/\/[^/]+(\/analytics[^"]+)"/.exec(curl)!;
  const { data } = await service.ask(key, 'GET', address!);
  await prices.locator(`tbody tr:nth-child(${data.length})`).waitFor();
  const rows = await prices.locator('tbody tr').all();
  const shown = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  expect(shown.map(([count, , , median]) => [plain(count!), plain(median!)])).toEqual(
    (data as { metrics: Record<string, number> }[]).map(({ metrics }) => [
      metrics.count,
      Math.round(metrics['median:price_per_sqm']!),
    ]),
  );
  await prices.locator('.recharts-surface').first().waitFor({ state: 'attached' });
  await expectAccessible(page);
  await keepPicture(page, 'market', { fullPage: true });
  clean(tab);
});

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
  expect(JSON.parse(new URL(page.url()).searchParams.get('criteria')!)).toEqual(criteria);
  const flow = page.getByTestId('flow');
  await flow.getByRole('button', { name: 'The same question as curl' }).click();
  const block = flow.getByRole('region', { name: 'The same question as curl' });
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
    if (response.url().includes('/account/api-usage') && response.ok()) usage = (await response.json()) as Usage;
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
  await keepPicture(tab.page, `${screen}-phone-dark`, { fullPage: true });
  clean(tab);
});
