import { readdir, rm } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPrinter } from '../../routers/exports/report/printer.ts';
import { RATES } from '../../server/limits/rates.ts';
import { bucketForThisTest } from '../helpers/bucket.ts';
import { askForReport, download } from '../helpers/pdf.ts';
import type { Person } from '../helpers/people.ts';
import { type Portal, portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ own: true });
const TIMEOUT = 60_000;

/** A report that differs from the previous ones. */
async function newReport(person: Person, number: number) {
  await person.put('/api/auth/org', { name: `Practice ${number}` });
  return askForReport(person);
}

const fileOf = ({ url }: { url: string }) => new URL(url).pathname.match(/[\w-]{43}/)?.[0] ?? '';

async function printMany(place: Portal, count: number) {
  const [person, other] = [await place.register(), await place.register({ orgName: 'Other' })];
  const files = [fileOf(await askForReport(other))];
  for (let number = 1; number <= count; number++) files.push(fileOf(await newReport(person, number)));
  return files;
}

describe('Reports of one organization', () => {
  it('are limited to 20 new ones an hour; stored ones are free', async () => {
    const [person, other] = [await portal.register(), await portal.register({ orgName: 'Other' })];
    const stored = await askForReport(person);
    for (let count = 1; count < RATES.reports.max; count++) await portal.deps.limits.consume('reports', person.orgId);

    const again = await askForReport(person);
    await person.put('/api/auth/org', { name: 'Renamed' });
    const refused = await person.get('/api/exports/report');
    const elsewhere = await other.get('/api/exports/report');

    expect(fileOf(again)).toBe(fileOf(stored));
    expect(outcome(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(outcome(elsewhere)).toBe('200');
  });

  it('are stored up to the newest five, and those of others are kept', async () => {
    const files = await printMany(portal, 7);

    const stored = await readdir(portal.deps.env.STORAGE_DIR);
    const [others, , , ...newest] = files;
    expect(files.filter((file) => stored.includes(`${file}.pdf`))).toEqual([others, ...newest]);
  });

  it('are stored in a bucket up to the newest five', async () => {
    const { objects, variables } = await bucketForThisTest();
    const inBucket = await portalForThisTest({ env: variables });

    const files = await printMany(inBucket, 6);

    const [others, , ...newest] = files;
    expect([...objects.keys()].sort()).toEqual([others, ...newest].map((file) => `reports/${file}.pdf`).sort());
  });

  it('are printed one at a time, in turns with those of others', async () => {
    const printer = openPrinter(portal.deps.env, portal.deps.log);
    onTestFinished(() => printer.close());
    const order: string[] = [];
    const print = async (client: string) => {
      const admit = async () => void order.push(`${client} starts`);
      await printer.print(client, '<p>Report</p>', AbortSignal.timeout(TIMEOUT), admit);
      order.push(`${client} ends`);
    };

    await Promise.all(['busy', 'busy', 'busy', 'other'].map(print));

    const ofBusy = order.filter((event) => event.startsWith('busy'));
    expect(order.filter((event) => event.endsWith('starts')).indexOf('other starts')).toBeLessThan(3);
    expect(ofBusy).toEqual(['busy starts', 'busy ends', 'busy starts', 'busy ends', 'busy starts', 'busy ends']);
  });
});

describe('A deleted STORAGE_DIR', () => {
  it('is created again by the next report', async () => {
    const person = await portal.register();
    const before = await askForReport(person);
    await rm(portal.deps.env.STORAGE_DIR, { recursive: true });

    const after = await askForReport(person);

    expect(fileOf(after)).toBe(fileOf(before));
    expect((await download(portal, after.url)).statusCode).toBe(200);
  });
});
