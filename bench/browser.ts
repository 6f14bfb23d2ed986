import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamOf, type DomainEvent } from '@feusa/contracts/events';
import type { NewEvent } from '@feusa/event-log/store/port';
import { TEST_MASTER_KEY } from '@feusa/privacy/subject-keys/test-keys';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { people } from './data.js';
import { fill, settled } from './growth/measure.js';
import { openKit } from './kit.js';
import openProduct from './product.driver.mjs';
import { machine, number } from './table.js';

const PEOPLE = 10_000;
const LINKS = 5000;
const SLOWER = 4;
/** Fast 3G as WebPageTest has it: bytes a second, and ms there and back. */
const NETWORK = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};
const PATIENCE_MS = 180_000;

interface Goal {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost: number;
}

/** What the page notes of itself. */
const NOTES = `
  window.noted = { lcp: 0, cls: 0, events: new Map() };
  const observe = (type, see, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (each) => (noted.lcp = each.startTime));
  observe('layout-shift', (each) => { if (!each.hadRecentInput) noted.cls += each.value; });
  observe('event', (each) => {
    if (each.interactionId)
      noted.events.set(each.interactionId, Math.max(each.duration, noted.events.get(each.interactionId) ?? 0));
  }, { durationThreshold: 16 });`;

interface Noted {
  readonly lcp: number;
  readonly cls: number;
  /** The slowest interaction, ms; 0 where all were too quick to be told. */
  readonly inp: number;
}

const notedBy = (page: Page): Promise<Noted> =>
  page.evaluate('({ lcp: noted.lcp, cls: noted.cls, inp: Math.max(0, ...noted.events.values()) })');

function* company(folder: string): Iterable<NewEvent> {
  const added = (stream: string, event: object): NewEvent => ({
    ...(event as DomainEvent),
    ...{ id: randomUUID(), stream, version: 1, schemaVersion: 1, at: new Date().toISOString() },
    ...{ actor: 'system', commandId: randomUUID(), correlationId: 'browser' },
  });
  const top = { name: 'Manuals', parentId: null };
  yield added(streamOf('folder', folder), { type: 'FolderAdded', data: top });
  for (const data of people(PEOPLE))
    yield added(streamOf('employee', randomUUID()), { type: 'EmployeeAdded', data });
  for (let at = 0; at < LINKS; at++) {
    const data = { folderId: folder, name: `Manual ${at}`, link: 'https://feusa.example/' };
    yield added(streamOf('link', randomUUID()), { type: 'LinkAdded', data });
  }
}

/** A slow computer on a slow network, in front of 10,000 employees and a folder of 5,000. */
export async function benchBrowser(quick: boolean): Promise<void> {
  process.env['FEUSA_MASTER_KEY'] = TEST_MASTER_KEY.toString('base64');
  const kit = { ...(await openKit()), port: 20_000 + (process.pid % 10_000) };
  const { CHROMIUM_PATH: executablePath, CHROMIUM_LIBRARIES: libraries } = process.env;
  if (!executablePath) throw new Error('There is no Chromium here: CHROMIUM_PATH names none.');
  const driver = openProduct(kit);
  try {
    const folder = randomUUID();
    await driver.setup();
    await fill(kit.pg.url('product'), company(folder));
    await driver.start();
    await settled(kit, driver);
    const browser = await chromium.launch({
      executablePath,
      ...(libraries && { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    });
    const origin = `http://127.0.0.1:${kit.port}`;
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 900 },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const [name, value] = driver.token().split('=');
    await context.addCookies([{ name: name!, value: value!, url: origin }]);
    await context.addInitScript(NOTES);
    const goals = await measureAll(context, folder);
    await browser.close();
    const table = tableOf(goals);
    console.log(table);
    if (!quick) await writeReport(table);
  } finally {
    await driver.stop();
    await kit.close();
  }
}

async function measureAll(context: BrowserContext, folder: string): Promise<Goal[]> {
  const goals: Goal[] = [];
  const report = (what: string, value: number, unit: string, atMost: number) =>
    goals.push({ name: what, value, unit, atMost });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await slowDown(cdp);
  const shifts: number[] = [];
  for (const [visit, atMost] of [
    ['cold', 2000],
    ['warm', 800],
  ] as const) {
    await page.goto('/dashboard');
    await page.getByText('Manuals').first().waitFor();
    await sleep(3000);
    const { lcp, cls } = await notedBy(page);
    shifts.push(cls);
    report(`dashboard, ${visit}: largest paint`, lcp, ' ms', atMost);
  }
  await page.goto(`/dashboard/${folder}`);
  await page.getByText('Manual 1', { exact: true }).first().waitFor();
  for (let at = 0; at < 5; at++) await press(page, 'Tab');
  for (let at = 0; at < 5; at++) await press(page, 'PageDown');
  const inFolder = await notedBy(page);
  report(`a folder of ${LINKS}: slowest interaction`, inFolder.inp, ' ms', 150);
  report(`a folder of ${LINKS}: heap`, await heapOf(cdp), ' MiB', 60);
  await page.goto('/dashboard/employees');
  await page.getByRole('article').first().waitFor();
  await sleep(3000);
  const search = page.getByLabel('Search people', { exact: true });
  await search.click();
  // Whatever typing asks for is not answered any more.
  await cdp.send('Network.emulateNetworkConditions', { ...NETWORK, latency: 60_000 });
  for (const letter of 'marti') await press(page, letter);
  const typed = await notedBy(page);
  const shown = await search.inputValue();
  if (shown !== 'marti') throw new Error(`typing waits for the network: ${shown}`);
  report(`${PEOPLE} employees, typing with no answer: slowest interaction`, typed.inp, ' ms', 150);
  report(`${PEOPLE} employees: heap`, await heapOf(cdp), ' MiB', 60);
  shifts.push(inFolder.cls, typed.cls);
  report('layout shift, the most of all screens', Math.max(...shifts), '', 0.02);
  return goals;
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await sleep(400);
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await cdp.send('Performance.enable');
}

/** MiB that scripts hold, after what they hold no longer is collected. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

function tableOf(goals: readonly Goal[]): string {
  const rows = goals.map(({ name, value, unit, atMost }) => {
    const met = value <= atMost ? 'yes' : `**no**, ${number(value / atMost)} times as much`;
    return `| ${name} | ${number(value)}${unit} | <= ${atMost}${unit} | ${met} |`;
  });
  return ['| measured | product | wanted | met |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

async function writeReport(table: string): Promise<void> {
  const file = path.join(import.meta.dirname, '../docs/performance-browser.md');
  const old = await readFile(file, 'utf8').catch(() => '');
  // What is said of the figures below them stays.
  const rest = old.slice(old.lastIndexOf('|') + 2);
  const text = `# Performance in the browser

Made by \`npm run bench -- --browser\` on ${machine()}, with a load of ${number(os.loadavg()[0] ?? 0)} at the end. Chromium without a
graphics card, its processor slowed down ${SLOWER} times and its network to fast 3G (1.6 Mbit/s down, 0.75 up, 150 ms there and
back), in front of ${PEOPLE.toLocaleString('en')} employees and a folder of ${LINKS.toLocaleString('en')} links. The server shares the processor with
it. A cold visit is the first of a browser, a warm one its second. Interactions are pressed keys, the slowest of ten.

${table}
${rest}`;
  await writeFile(file, text);
}
