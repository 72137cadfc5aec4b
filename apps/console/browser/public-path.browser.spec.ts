import { PathProxy } from '@gable/testing';
import type { Browser } from 'playwright-core';
import { demoTown } from './demo-town.js';
import { openBrowser, openTab, signIn } from './open-browser.js';
import { Service } from './service.js';

const HOMES = 60;

let service: Service;
let proxy: PathProxy;
let browser: Browser;

beforeAll(async () => {
  const { divisions, lines } = demoTown(HOMES);
  [service, browser] = await Promise.all([
    Service.start({ PUBLIC_URL: 'https://homes.example/gable' }).then(async (started) => {
      await started.loadDivisions(divisions);
      await started.ingest(lines);
      return started;
    }),
    openBrowser(),
  ]);
  proxy = await PathProxy.before(service.url, '/gable');
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await service?.stop();
});

it('works behind a proxy that takes a path away, and asks nothing beside that path', async () => {
  const tab = await openTab(browser, proxy.url);
  const { page, complaints, strays } = tab;
  await page.goto(`${proxy.url}/`);
  await page.getByLabel('API key').first().waitFor();
  expect(page.url()).toBe(`${proxy.url}/console/`);
  await signIn(tab, proxy.url, await service.makeKey());
  await page.getByTestId('home').first().waitFor();
  await page.locator('[data-testid=map][data-ready=true]').waitFor();
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.waitForURL(`${proxy.url}/console/alerts*`);
  await page.reload();
  await page.getByRole('link', { name: 'Market' }).click();
  await page.waitForURL(`${proxy.url}/console/market*`);
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.locator('.swagger-ui .opblock').first().waitFor();
  expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
});

it('works past the proxy, too', async () => {
  const tab = await openTab(browser, service.url);
  await signIn(tab, service.url, await service.makeKey());
  await tab.page.getByTestId('home').first().waitFor();
  expect({ complaints: tab.complaints, strays: tab.strays }).toEqual({ complaints: [], strays: [] });
});
