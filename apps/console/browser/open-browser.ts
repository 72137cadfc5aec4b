import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withFileLock } from '@gable/runtime';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const ARTIFACTS = path.resolve(__dirname, '../artifacts');
const CHROMIUM_PATH = path.join(__dirname, '../tools/chromium-path.mjs');
/**
 * WebGL in software, for the map alone: the page around it is drawn without, at a third of the processor time. As root
 * there is no sandbox to be had.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--font-render-hinting=none',
];

/** Not a measure of speed: what takes longer does not come. */
const WITHIN_MS = 30_000;

/**
 * The Chromium that npm brought along. Specs begin at once: one unpacks it, the others wait, since a file that is being
 * written cannot be run (ETXTBSY).
 */
export async function openBrowser(): Promise<Browser> {
  const output = await withFileLock(path.join(os.tmpdir(), 'chromium-is-unpacked.lock'), () =>
    Promise.resolve(execFileSync(process.execPath, [CHROMIUM_PATH], { encoding: 'utf8' })),
  );
  const { executablePath } = JSON.parse(output) as { executablePath: string };
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A tab, and what it complained of: each complaint fails the spec that looks. */
export interface Tab {
  readonly page: Page;
  /** Errors of scripts and of the console, violations of the content security policy among them. */
  readonly complaints: string[];
  /** Requests to other origins. */
  readonly strays: string[];
}

/** Opens a tab of its own, with nothing kept from others. `expected` are complaints that a spec provokes. */
export async function openTab(
  browser: Browser,
  origin: string,
  { expected = [], ...options }: BrowserContextOptions & { expected?: readonly RegExp[] } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    reducedMotion: 'reduce', // what is half faded in has half of its contrast
    ...options,
  });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  const tab: Tab = { page, complaints: [], strays: [] };
  const complain = (text: string) => {
    if (!expected.some((known) => known.test(text))) tab.complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') complain(message.text());
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) tab.strays.push(url);
  });
  return tab;
}

/** Opens a screen, signed in by the link that `npm start` prints. */
export async function signIn({ page }: Tab, origin: string, key: string, screen = '/console/'): Promise<void> {
  await page.goto(`${origin}${screen}#key=${key}`);
  await page.getByRole('banner').waitFor();
}

/** Keeps a picture of the screen beside the run. */
export async function keepPicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  await page.screenshot({ path: pictureOf(name), fullPage });
}

/** Where a picture of a part of the screen is kept. */
export function pictureOf(name: string): string {
  fs.mkdirSync(ARTIFACTS, { recursive: true });
  return path.join(ARTIFACTS, `${name}.png`);
}
