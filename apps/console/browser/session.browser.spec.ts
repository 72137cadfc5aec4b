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
