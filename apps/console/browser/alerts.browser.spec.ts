import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { expectAccessible } from './expect-accessible.js';
import { keepPicture, openBrowser, openTab, signIn } from './open-browser.js';
import { Service } from './service.js';

let service: Service;
let browser: Browser;
let receiver: http.Server;
let key: string;
const received: { type: string; data: { eventType?: string } }[] = [];
/** What the receiver answers; 204 unless a test says otherwise. */
let answer = 204;
const CRITERIA = { transactionType: { value: 'SELL' }, price: { max: 400_000 } };
const HOME = {
  source: { domain: 'browser.example', name: 'Browser' },
  externalId: 'b-1',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  area: 50,
  currency: 'EUR',
  title: '<i>A flat</i> by the river',
};

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), openBrowser()]);
  const { divisions, lines } = demoTown(200);
  await service.loadDivisions(divisions);
  await service.ingest(lines);
  await service.startWorker();
  key = await service.makeKey();
  receiver = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[number]);
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  receiver?.close();
});

const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
const clean = (tab: { complaints: string[]; strays: string[] }) =>
  expect({ complaints: tab.complaints, strays: tab.strays }).toEqual({ complaints: [], strays: [] });

it('says what to do while there is no alert', async () => {
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, key, '/console/alerts');
  await tab.page.getByTestId('empty').getByRole('link').waitFor();
  await expectAccessible(tab.page);
  clean(tab);
});

it('makes an alert from a search, delivers to its receiver, and shows event, reason and attempt unasked', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  const search = encodeURIComponent(JSON.stringify(CRITERIA));
  // The page's own answer: under load a preview counts a sample, and two of them may differ.
  const answered = page.waitForResponse((response) => response.url().endsWith('/alerts/preview'));
  await signIn(tab, service.url, key, `/console/alerts/new?criteria=${search}`);
  const preview = (await (await answered).json()) as { sentence: string; totalItems: number; events: object };
  const count = await service.ask(key, 'POST', '/properties/count', { searchMode: 'advanced', criteria: CRITERIA });
  expect(preview.totalItems).toBe(count.totalItems);
  expect(await page.getByTestId('preview-sentence').innerText()).toBe(preview.sentence);
  expect(await page.getByTestId('preview-total').innerText()).toContain(String(preview.totalItems));
  for (const [type, events] of Object.entries(preview.events)) {
    const cell = page.locator(`[data-event-type=${type}] td`).last();
    expect(Number((await cell.innerText()).replaceAll(',', ''))).toBe(events);
  }
  await expectAccessible(page);
  await page.getByLabel('Name').fill('By the <river>');
  await page.getByRole('checkbox', { name: 'Price changed' }).check();
  await page.getByLabel('By at least').fill('5');
  await page.getByRole('radio', { name: 'A program (webhook)' }).check();
  await page.getByLabel('Address of the webhook').fill(hook());
  await page.getByRole('button', { name: 'Create the alert' }).click();
  await page.getByRole('heading', { name: 'By the <river>' }).waitFor();
  expect(await page.getByTestId('rules').innerText()).toContain('by at least 5%');

  await page.getByText('Nothing has happened yet').waitFor();
  await service.ingest([{ ...HOME, price: 300_000, observedAt: new Date().toISOString() }]);
  await page.getByTestId('event').waitFor();
  await page.locator('[data-testid=attempt][data-status=DELIVERED]').waitFor();
  expect(received.map(({ data }) => data.eventType)).toEqual(['NEW_MATCH']);
  expect(await page.getByTestId('event').innerText()).toContain(HOME.title);

  await service.ingest([{ ...HOME, price: 270_000, observedAt: new Date(Date.now() + 1_000).toISOString() }]);
  const fallen = page.getByTestId('event').filter({ hasText: 'Price changed' });
  await fallen.waitFor();
  expect(await fallen.innerText()).toMatch(/300,000 → .270,000 -10%/);
  await fallen.getByRole('button', { name: /^Why/ }).click();
  const conditions = fallen.getByTestId('conditions');
  await conditions.getByText(/400,000 or less.*270,000/).waitFor();
  expect(await conditions.locator('[data-holds=true]').count()).toBe(2);
  await expectAccessible(page);
  await keepPicture(page, 'alert', { fullPage: true });
  clean(tab);
}, 60_000);

it('tells what happened for all alerts, newest first, each with its alert and its reason', async () => {
  const silent = await service.ask(key, 'POST', '/alerts', { name: 'Gone soon', criteria: {} });
  await service.ingest([{ ...HOME, price: 260_000, observedAt: new Date(Date.now() + 2_000).toISOString() }]);
  while ((await service.ask(key, 'GET', `/alerts/${silent.id}/events`)).length === 0) await sleep(50);
  const tab = await openTab(browser, service.url, { expected: [/404/] });
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByRole('link', { name: 'What happened' }).click();
  await page.getByTestId('event').first().waitFor();
  const events = await service.ask(key, 'GET', '/alert-events?order%5BcreatedAt%5D=desc');
  const shown = await page.getByTestId('event').evaluateAll((cards) => cards.map((card) => card.dataset.uuid));
  expect(shown).toEqual(events.map(({ id }: { id: string }) => id));
  const ofAlert = page.getByTestId('event').filter({ hasText: 'By the <river>' }).first();
  await ofAlert.getByRole('button', { name: /^Why/ }).click();
  await ofAlert
    .getByTestId('conditions')
    .getByText(/400,000 or less/)
    .waitFor();
  await expectAccessible(page);
  await keepPicture(page, 'all-events', { fullPage: true });
  await service.ask(key, 'DELETE', `/alerts/${silent.id}`);
  await page.reload();
  await page.getByText('From a deleted alert').first().waitFor();
  clean(tab);
}, 60_000);

it('sends a test message whose refusal, reason and next try appear unasked', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByRole('link', { name: 'By the <river>' }).click();
  answer = 503;
  await page.getByRole('button', { name: 'Send a test message' }).click();
  const failed = page.locator('[data-testid=attempt][data-status=FAILED]').first();
  await failed.getByText('HTTP 503').waitFor();
  await page.getByTestId('next-try').first().waitFor();
  // Ten failures in a row: from then on it is only probed.
  const [alert] = await service.ask(key, 'GET', '/alerts');
  for (let n = 0; n < 10; n += 1) await service.ask(key, 'POST', `/alerts/${alert.id}/test`);
  await page.locator('[data-testid=attempt][data-status=SUSPENDED]').first().waitFor();
  await page.getByTestId('destination').getByText('DESTINATION_FAILING').waitFor();
  await expectAccessible(page);
  await keepPicture(page, 'alert-failing', { fullPage: true });
  await page.getByRole('link', { name: '← Alerts' }).click();
  await page.getByTestId('destination').getByText('fails', { exact: true }).waitFor();
  answer = 204;
  clean(tab);
}, 60_000);

it('says at its field what the interface refuses', async () => {
  const tab = await openTab(browser, service.url, { expected: [/422/] });
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByRole('link', { name: 'By the <river>' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Address of the webhook').fill('ftp://nowhere.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  const problem = page.getByTestId('problem');
  await problem.waitFor();
  expect(await problem.innerText()).toMatch(/Request [0-9a-f-]{36}/);
  expect(await page.getByLabel('Address of the webhook').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Address of the webhook').fill(hook());
  await page.getByLabel('Name').fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Renamed' }).waitFor();
  clean(tab);
});

it('switches an alert off, and deletes it after a question', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByRole('link', { name: 'Renamed' }).click();
  await page.getByRole('switch').press('Space');
  await page.getByText('off', { exact: true }).waitFor();
  const [alert] = await service.ask(key, 'GET', '/alerts');
  expect(alert).toMatchObject({ name: 'Renamed', active: false });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByTestId('empty').waitFor();
  expect(await service.ask(key, 'GET', '/alerts')).toEqual([]);
  clean(tab);
});

it('fits a phone in French on dark ground', async () => {
  await service.ask(key, 'POST', '/alerts', { name: 'x'.repeat(200), criteria: CRITERIA });
  const tab = await openTab(browser, service.url, {
    locale: 'fr-FR',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await signIn(tab, service.url, key, '/console/alerts');
  await tab.page.getByTestId('last-event').waitFor();
  await expectAccessible(tab.page);
  await keepPicture(tab.page, 'alerts-phone-dark');
  await tab.page.getByRole('link', { name: /^x+$/ }).click();
  await tab.page.getByRole('heading', { name: 'Événements' }).waitFor();
  await tab.page
    .getByTestId('sentence')
    .getByText(/au plus|toute annonce/)
    .waitFor();
  await expectAccessible(tab.page);
  expect(await tab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(tab.page, 'alert-phone-dark', { fullPage: true });
  clean(tab);
});

it('makes one alert of two clicks, and leads from a page that is no more to the last one', async () => {
  const own = await service.makeKey('Two clicks');
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  await signIn(tab, service.url, own, '/console/alerts/new');
  await page.getByTestId('preview').waitFor();
  await page.evaluate(() => {
    const form = document.querySelector('form')!;
    form.requestSubmit();
    form.requestSubmit();
  });
  await page.getByTestId('summary').waitFor();
  expect(await service.ask(own, 'GET', '/alerts')).toHaveLength(1);
  // Nothing is sent, which stands below: what the rules choose is not said to be.
  expect(await page.getByTestId('summary').innerText()).toMatch(/would send:[^]*Nothing is sent/);
  expect(await page.title()).toMatch(/^Any listing – Gable$/i);

  await page.goto(`${service.url}/console/alerts?page=7`);
  await page.getByTestId('alert').waitFor();
  expect(page.url()).toBe(`${service.url}/console/alerts`);
  clean(tab);
});

it('takes the keyboard along where a form comes in the place of its button, and back', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  const { id } = await service.ask(key, 'POST', '/alerts', { name: 'By keyboard', criteria: { price: { max: 1 } } });
  await signIn(tab, service.url, key, `/console/alerts/${id}`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Edit');
  await page.getByRole('heading', { name: 'Edit' }).waitFor();
  expect(await focused()).toBe('Edit');
  await page.getByTestId('preview').waitFor();
  await press('Edit the conditions');
  const editor = page.getByRole('group', { name: 'Edit the conditions' });
  await editor.waitFor();
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
  await press('Apply');
  await page.getByTestId('preview').waitFor();
  expect(await focused()).toBe('Edit the conditions');
  await press('Cancel');
  await page.getByTestId('summary').waitFor();
  expect(await focused()).toBe('Edit');
  clean(tab);
});

it('asks before a form with changes is left, and keeps them for who stays', async () => {
  const tab = await openTab(browser, service.url);
  const { page } = tab;
  const { id } = await service.ask(key, 'POST', '/alerts', { name: 'Half done', criteria: { price: { max: 2 } } });
  await signIn(tab, service.url, key, '/console/alerts');
  await page.getByRole('link', { name: 'Half done' }).click();
  const edit = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByTestId('preview').waitFor();
  };
  const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
  await edit();
  await page.getByLabel('Name').fill('Nearly done');
  await leave();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Name').inputValue()).toBe('Nearly done');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();

  await page.getByRole('link', { name: 'Half done' }).click();
  await edit();
  await leave(); // nothing was changed
  await page.waitForURL(`${service.url}/console/account`);
  await page.goto(`${service.url}/console/alerts/${id}`);
  await edit();
  await page.getByLabel('Name').fill('Done');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await leave(); // it was saved
  await page.waitForURL(`${service.url}/console/account`);
  clean(tab);
});
