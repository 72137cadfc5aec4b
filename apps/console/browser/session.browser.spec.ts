import type { Browser } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { expectAccessible } from './expect-accessible.js';
import { expectSoon } from './expect-soon.js';
import { keepPicture, openBrowser, openTab, signIn } from './open-browser.js';
import { Service } from './service.js';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), openBrowser()]);
  const { divisions, lines } = demoTown(60);
  await service.loadDivisions(divisions);
  await service.ingest(lines);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

it('leads from the bare address to the console, which asks for a key', async () => {
  const { page, complaints, strays } = await openTab(browser, service.url);
  await page.goto(service.url);
  await page.getByLabel('API key').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/');
  await expectAccessible(page);
  await keepPicture(page, 'sign-in');
  expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
});

it('signs in by the link of npm start, and takes the key out of the address at once', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key);
  const { page } = tab;
  expect(page.url()).toBe(`${service.url}/console/`);
  await page.getByTestId('total').waitFor();
  const map = page.locator('[data-testid=map][data-ready=true]');
  await map.waitFor(); // nothing of the page is still being loaded when it is left
  await page.reload();
  await page.getByTestId('total').waitFor(); // the tab still knows it
  await map.waitFor();
  const other = await page.context().newPage();
  await other.goto(`${service.url}/console/`);
  await other.getByLabel('API key').first().waitFor(); // another tab does not
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').first().waitFor();
  await page.reload();
  await page.getByLabel('API key').first().waitFor();
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(key);
  expect(tab.complaints).toEqual([]);
});

it('says in the words of the interface why a key is refused', async () => {
  const { page } = await openTab(browser, service.url);
  await page.goto(`${service.url}/console/`);
  await page.getByLabel('API key').first().fill('gbl_live_nothing');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const said = await page.getByTestId('problem').innerText();
  const answer = await fetch(`${service.url}/account`, { headers: { 'x-api-key': 'gbl_live_nothing' } });
  const { detail } = (await answer.json()) as { detail: string };
  expect(said).toContain(detail);
  expect(said).toMatch(/Request [0-9a-f-]{36}/);
});

it('leads back to the form with that sentence when the key is revoked', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key);
  await tab.page.getByTestId('total').waitFor();
  await service.revoke(key);
  // A key that was seen a moment ago is believed for a few seconds.
  const ask = () => fetch(`${service.url}/account`, { headers: { 'x-api-key': key } });
  await expectSoon(async () => (await ask()).status, 401);
  // The form says why until the page is loaded anew, and any question of the page may be the one that is refused.
  const refusal = tab.page.getByTestId('refusal');
  await Promise.race([refusal.waitFor(), tab.page.getByText('Buy', { exact: true }).click()]);
  await refusal.waitFor();
  const { detail } = (await (await ask()).json()) as { detail: string };
  const said = await refusal.innerText();
  expect(said).toContain(detail);
  expect(said).toMatch(/Request [0-9a-f-]{36}/);
  await keepPicture(tab.page, 'revoked');
});

it('speaks German and French, and stays so', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url, { locale: 'fr-FR' });
  await signIn(tab, service.url, key);
  await tab.page.getByRole('link', { name: 'Recherche' }).waitFor();
  await tab.page.getByLabel('Langue').selectOption('de');
  await tab.page.getByRole('link', { name: 'Suche' }).waitFor();
  await tab.page.reload();
  await tab.page.getByRole('link', { name: 'Suche' }).waitFor();
  await expectSoon(() => tab.page.evaluate(() => document.documentElement.lang), 'de');
});

it('shows that it waits for a slow answer', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await tab.page.route('**/properties', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(tab, service.url, key);
  await tab.page.getByRole('status', { name: 'Loading …' }).first().waitFor();
  expect(await tab.page.getByTestId('home').count()).toBe(0);
  letGo();
  await tab.page.getByTestId('home').first().waitFor();
  expect(tab.complaints).toEqual([]);
});

it('says that the service is away, and goes on by itself when it is back', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url, { expected: [/ERR_CONNECTION_REFUSED|503|Failed to load/] });
  await signIn(tab, service.url, key);
  await tab.page.getByTestId('total').waitFor();
  await tab.page.locator('[data-testid=map][data-ready=true] .map-cell').first().waitFor();
  await service.stopApi();
  await tab.page.getByText('Buy', { exact: true }).click();
  const problems = tab.page.getByTestId('problem');
  await problems.first().waitFor();
  expect(await problems.first().innerText()).toContain('cannot be reached');
  await expectAccessible(tab.page);
  await keepPicture(tab.page, 'away');
  await service.startApi();
  await expectSoon(() => problems.count(), 0);
  expect(tab.complaints).toEqual([]);
}, 90_000);

it('says that a text which no request may carry is no key, of the form and of a link', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await page.goto(`${service.url}/console/`);
  await page.getByLabel('API key').first().fill('gbl_live_0123…');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByTestId('refusal').getByText('This is not an API key').waitFor();
  await page.goto(`${service.url}/console/`);
  await page.goto(`${service.url}/console/#key=gbl_live_0123%E2%80%A6`);
  await page.getByTestId('refusal').getByText('This is not an API key').waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('gbl_live');
  expect(tab.complaints).toEqual([]);
});

it('shows a screen whose code could not be loaded while the service was away once it is back', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url, { expected: [/ERR_CONNECTION_REFUSED|503|Failed to|preload/] });
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByTestId('empty').waitFor();
  await service.stopApi();
  await page.getByRole('link', { name: 'Market' }).click();
  await page.getByTestId('problem').getByText('cannot be reached').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/market');
  await service.startApi();
  await page.getByTestId('subject').waitFor();
}, 90_000);

it('keeps saying what is wrong while it asks again, and asks no sooner than the interface wants', async () => {
  const key = await service.makeKey();
  const tab = await openTab(browser, service.url, { expected: [/429|503/] });
  const { page } = tab;
  await page.clock.install();
  let asked = 0;
  let status = 503;
  await page.route(`${service.url}/account`, (route) => {
    asked += 1;
    return route.fulfill({
      status,
      headers: { 'content-type': 'application/problem+json', ...(status === 429 && { 'retry-after': '60' }) },
      body: JSON.stringify({ status, detail: status === 429 ? 'Slow down.' : 'Busy.' }),
    });
  });
  await signIn(tab, service.url, key, '/console/account');
  await page.clock.runFor(5_000);
  const problem = page.getByTestId('problem');
  await problem.getByText('Busy.').waitFor();
  const askedBefore = asked;
  // The same notice, not another one in its place.
  await problem.evaluate((element) => element.setAttribute('data-seen', 'true'));
  for (let seconds = 0; asked === askedBefore && seconds < 30; seconds += 1) await page.clock.runFor(1_000);
  expect(asked).toBeGreaterThan(askedBefore);
  expect(await problem.getAttribute('data-seen')).toBe('true');

  status = 429;
  for (let seconds = 0; (await problem.getByText('Slow down.').count()) === 0 && seconds < 30; seconds += 1)
    await page.clock.runFor(1_000);
  const askedInAll = asked;
  await page.clock.runFor(50_000);
  expect(asked).toBe(askedInAll);
  for (let seconds = 0; asked === askedInAll && seconds < 30; seconds += 1) await page.clock.runFor(1_000);
  expect(asked).toBe(askedInAll + 1);
}, 60_000);
