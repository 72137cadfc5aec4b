import type { Browser } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { expectAccessible } from './expect-accessible.js';
import { expectSoon } from './expect-soon.js';
import { keepPicture, openBrowser, openTab, pictureOf, signIn } from './open-browser.js';
import { Service } from './service.js';

let service: Service;
let browser: Browser;
let key: string;
/** A home of several adverts, one of which names it in markup. */
let uuid: string;
const MARKUP = '<img src=x onerror="document.title=1"> <b>Flat</b>';

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start({ OPERATOR_ACCOUNTS: 'Console & Co' }), openBrowser()]);
  const { divisions, lines } = demoTown();
  await service.loadDivisions(divisions);
  await service.ingest(lines);
  key = await service.makeKey();
  const { items } = await service.ask(key, 'POST', '/properties', { searchMode: 'advanced', criteria: {}, size: 100 });
  const homes = items as { uuid: string; listings: { externalId: string; source: { domain: string } }[] }[];
  const home = homes.sort((one, other) => other.listings.length - one.listings.length)[0]!;
  uuid = home.uuid;
  const [listing] = home.listings;
  const line = (lines as { externalId: string; source: { domain: string } }[]).findLast(
    ({ externalId, source }) => externalId === listing!.externalId && source.domain === listing!.source.domain,
  );
  // A home beside it that is no copy: comparable, but larger and of another address.
  const { source, status, transactionType, propertyType, price, currency, rooms, area, location } = line as unknown as {
    area: number;
  } & Record<string, unknown>;
  const like = { source, status, transactionType, propertyType, price, currency, rooms, location };
  const other = { ...like, externalId: 'next-door', title: 'Next door', area: Math.round(area * 1.15) };
  await service.ingest([
    { ...line, title: MARKUP, observedAt: new Date().toISOString() },
    { ...other, observedAt: new Date().toISOString() },
  ]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const figures = (text: string) => Number(text.replaceAll(/[^\d]/g, ''));

it('shows the merged record, every advert, the evidence and the history as the interface answers them', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, `/console/homes/${uuid}`);
  const home = await service.ask(key, 'GET', `/properties/${uuid}`);
  const grouping = await service.ask(key, 'GET', `/properties/${uuid}/grouping`);
  const history = await service.ask(key, 'GET', `/properties/${uuid}/history`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(figures(await page.getByTestId('price').first().innerText())).toBe(home.merged.price);
  const adverts = page.getByTestId('adverts');
  for (const { dataProvider } of home.listings) await adverts.getByText(dataProvider).first().waitFor();
  await adverts.getByText(/^Everything/).click();
  const prices = adverts.locator('[data-attribute=price] [data-standing]');
  await prices.first().waitFor();
  expect((await prices.allInnerTexts()).map(figures)).toEqual(
    home.listings.map(({ price }: { price: number }) => price),
  );
  await page.getByTestId('pair').first().waitFor();
  expect(await page.getByTestId('pair').count()).toBe(grouping.pairs.length);
  expect(await page.getByTestId('bits').first().innerText()).toContain(String(grouping.pairs[0].bits).slice(0, 4));
  const entries = history.flatMap(({ entries: each }: { entries: object[] }) => each);
  await page.getByTestId('history-entry').first().waitFor();
  expect(await page.getByTestId('history-entry').count()).toBe(Math.min(10, entries.length));
  await page.locator('.recharts-line path').first().waitFor({ state: 'attached' });
  await expectAccessible(page);
  await keepPicture(page, 'home', { fullPage: true });
  expect({ complaints: tab.complaints, strays: tab.strays }).toEqual({ complaints: [], strays: [] });
});

it('shows markup in a title as text', async () => {
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key, `/console/homes/${uuid}`);
  await tab.page.getByTestId('adverts').getByText(MARKUP).first().waitFor();
  expect(await tab.page.title()).not.toBe('1');
  expect(tab.complaints).toEqual([]);
});

const onlineOf = async (home: string): Promise<string[]> =>
  (await service.ask(key, 'GET', `/properties/${home}`)).listings.map(({ uuid: id }: { uuid: string }) => id).sort();

it('shows what a split comes to, does it with the keyboard, and takes it back', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  let previews = 0;
  page.on('request', (request) => (previews += Number(request.url().endsWith('/grouping-decisions/preview'))));
  await signIn(tab, service.url, key, `/console/homes/${uuid}`);
  const correct = page.getByTestId('correct');
  await correct.getByRole('radio').first().waitFor(); // all of the panel is there: nothing takes the focus away
  await correct.getByRole('checkbox').first().press('Space');
  const preview = correct.getByTestId('decision-preview');
  await preview.waitFor();
  const before = await onlineOf(uuid);
  const { listings } = await service.ask(key, 'GET', `/properties/${uuid}/grouping`);
  const request = { kind: 'SPLIT', propertyIds: [uuid], listingIds: [listings[0].listingId] };
  const expected = await service.ask(key, 'POST', '/grouping-decisions/preview', request);
  const shown = (await preview.getByTestId('after').getByTestId('previewed-price').allInnerTexts()).map(figures);
  expect(shown).toEqual(expected.after.map(({ merged }: { merged: { price: number } }) => merged.price));
  expect(await preview.getByTestId('previewed-pair').count()).toBe(expected.pairs.length);
  await expectAccessible(page);
  await correct.screenshot({ path: pictureOf('home-split') });
  const reason = preview.getByRole('textbox');
  await reason.fill('another floor');
  await reason.press('Enter');
  const decided = correct.getByTestId('decided');
  await decided.waitFor();
  const stayed = await onlineOf(uuid);
  expect(stayed.length).toBeLessThan(before.length);
  await page.getByTestId('decision').getByText('another floor').waitFor();
  expect(await decided.getByRole('link').getAttribute('href')).toMatch(/homes\/[0-9a-f-]{36}$/);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expectSoon(focused, 'Withdraw this decision');
  await page.keyboard.press('Enter');
  await decided.getByText('The decision is withdrawn').waitFor();
  expect(await onlineOf(uuid)).toEqual(before);
  expect(previews).toBe(1); // and none of what is decided
  expect(tab.complaints).toEqual([]);
});

it('merges a comparable home nearby, and takes it back from the list of decisions', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, `/console/homes/${uuid}`);
  const correct = page.getByTestId('correct');
  const nearby = correct.getByRole('radio').first();
  const other = (await nearby.getAttribute('value'))!;
  await nearby.check();
  await correct.getByTestId('decision-preview').waitFor();
  const [mine, theirs] = [await onlineOf(uuid), await onlineOf(other)];
  expect(await correct.getByTestId('after').getByTestId('previewed-advert').count()).toBeGreaterThanOrEqual(
    mine.length + theirs.length,
  );
  await expectAccessible(page);
  await correct.screenshot({ path: pictureOf('home-merge') });
  await correct.getByRole('button', { name: 'Merge these homes' }).click();
  await correct.getByText('The homes are one now.').waitFor();
  expect(await onlineOf(uuid)).toEqual([...mine, ...theirs].sort());
  const decision = page.getByTestId('decision').filter({ hasText: 'Merged' });
  await decision.getByRole('button', { name: 'Withdraw this decision' }).click();
  await decision.getByText('withdrawn on').waitFor();
  expect(await onlineOf(uuid)).toEqual(mine);
  expect(tab.complaints).toEqual([]);
});

it('says to whom may not decide who may', async () => {
  const tab = await openTab(browser, service.url);
  const plainKey = await service.makeKey('Integrator');
  await signIn(tab, service.url, plainKey, `/console/homes/${uuid}`);
  const correct = tab.page.getByTestId('correct');
  await correct.getByText('OPERATOR_ACCOUNTS').waitFor();
  expect(await correct.getByRole('checkbox').count()).toBe(0);
  expect(tab.complaints).toEqual([]);
});

it('has a sentence of its own for an unknown home and for one that is offline', async () => {
  const tab = await openTab(browser, service.url, { expected: [/404/] });
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/homes/0199a1b2-0000-7000-8000-000000000000');
  await page.getByText('There is no home at this address').waitFor();
  await keepPicture(page, 'home-unknown');
  const gone = { source: { domain: 'gone.example', name: 'Gone' }, externalId: '1', price: 1_234_567, currency: 'EUR' };
  const about = { transactionType: 'SELL', propertyType: 'HOUSE', area: 77, title: 'Gone house' };
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  await service.ingest([{ ...gone, ...about, status: 'ONLINE', observedAt: at(-9) }]);
  const search = { searchMode: 'advanced', criteria: { price: { min: 1_234_567, max: 1_234_567 } } };
  const { items } = await service.ask(key, 'POST', '/properties', search);
  await service.ingest([{ ...gone, ...about, status: 'OFFLINE', observedAt: at(-1) }]);
  await page.goto(`${service.url}/console/homes/${items[0].uuid}`);
  await page.getByTestId('expired-notice').waitFor();
  expect(figures(await page.getByTestId('price').first().innerText())).toBe(1_234_567);
  expect(tab.complaints).toEqual([]);
});

it('leads from a home that was merged to the one that stayed, and says so', async () => {
  const other = '0199a1b2-0000-7000-8000-00000000aaaa';
  await service.database.query(
    `insert into property (id, created_at, updated_at, online_count, revision, merged_into)
     values ($1, now(), now(), 0, 1, $2)`,
    [other, uuid],
  );
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key, `/console/homes/${other}`);
  await tab.page.getByTestId('merged-notice').waitFor();
  expect(await tab.page.getByTestId('merged-notice').getByRole('link').getAttribute('href')).toContain(uuid);
  expect(tab.complaints).toEqual([]);
});

it('fits a phone in German on dark ground', async () => {
  const tab = await openTab(browser, service.url, {
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await signIn(tab, service.url, key, `/console/homes/${uuid}`);
  await tab.page.getByRole('heading', { name: 'Warum diese Inserate ein Objekt sind' }).waitFor();
  await tab.page.getByTestId('pair').first().waitFor();
  await expectAccessible(tab.page);
  expect(await tab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(tab.page, 'home-phone-dark', { fullPage: true });
  expect(tab.complaints).toEqual([]);
});
