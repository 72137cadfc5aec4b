import path from 'node:path';
import type { Browser } from 'playwright-core';
import { expectAccessible } from './expect-accessible.js';
import { keepPicture, openBrowser, openTab, signIn } from './open-browser.js';
import { Service } from './service.js';

const folder = process.env.GABLE_SAMPLE_DATA;
if (folder === undefined) console.log('GABLE_SAMPLE_DATA is not set: the console is not looked at with real adverts.');

const figures = (text: string) => Number(text.replaceAll(/[^\d]/g, ''));

/** Adverts of a real town over two months, with all that real people write. */
(folder === undefined ? describe.skip : describe)('the console over real adverts', () => {
  let service: Service;
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    [service, browser] = await Promise.all([Service.start(), openBrowser()]);
    const file = (name: string) => path.join(folder!, name);
    await service.loadDivisionsOf(file('divisions.ndjson.gz'));
    await service.ingestFiles([file('krakow-2023-11.ndjson.gz'), file('krakow-2023-12.ndjson.gz')]);
    key = await service.makeKey();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('shows each of them as the interface answers it, on cards, on the map and on its own page', async () => {
    const tab = await openTab(browser, service.url);
    const { page } = tab;
    await signIn(tab, service.url, key);
    const total = page.getByTestId('total').filter({ hasText: /\d/ });
    await total.waitFor();
    const { items } = await service.ask(key, 'POST', '/properties', { size: 12 });
    const found = (await service.ask(key, 'POST', '/properties/count', {})).totalItems as number;
    expect(found).toBeGreaterThan(500);
    expect(figures(await total.innerText())).toBe(found);
    await page.getByTestId('home').nth(11).waitFor();
    const cards = await page
      .getByTestId('home')
      .evaluateAll((all) => all.slice(0, 12).map((card) => card.getAttribute('data-uuid')));
    expect(cards).toEqual(items.map(({ uuid }: { uuid: string }) => uuid));
    await page.locator('[data-testid=map][data-ready=true] .map-cell').first().waitFor();
    await keepPicture(page, 'real-search');
    await expectAccessible(page);
    const [{ uuid }] = items as [{ uuid: string }];
    const home = await service.ask(key, 'GET', `/properties/${uuid}`);
    await page.goto(`${service.url}/console/homes/${uuid}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(figures(await page.getByTestId('price').first().innerText())).toBe(home.merged.price);
    await keepPicture(page, 'real-home', { fullPage: true });
    await expectAccessible(page);
    expect({ complaints: tab.complaints, strays: tab.strays }).toEqual({ complaints: [], strays: [] });
  }, 120_000);
});
