import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { reports } from '../../routers/exports/report/reports.ts';
import { REPORT } from '../../server/files/kinds.ts';
import { openStore } from '../../server/files/store.ts';
import { bucketForThisTest } from '../helpers/bucket.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { askForReport, download } from '../helpers/pdf.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';

// Chromium and the client of the bucket are loaded for the first report.
const SLOW = { timeout: 90_000 };
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

// One Chromium for all that are printed into its folder; the first test sees it empty.
const portal = portalForThisFile({ own: true });

describe('Reports in a folder', SLOW, () => {
  it('are readable only by their owner, under STORAGE_DIR, without partial files', async () => {
    const { STORAGE_DIR } = portal.deps.env;

    const { url, size } = await askForReport(await portal.register());

    const files = await readdir(STORAGE_DIR);
    const { mode, size: stored } = await stat(join(STORAGE_DIR, files[0] ?? ''));
    expect(files).toEqual([`${new URL(url).pathname.split('/')[2]}.pdf`]);
    expect(mode & 0o077).toBe(0);
    expect(stored).toBe(size);
  });

  it('leave no partial file when they cannot be stored', async () => {
    const STORAGE_DIR = await folderForThisTest();
    const inTheWay = 'w'.repeat(43);
    await mkdir(join(STORAGE_DIR, `${inTheWay}.pdf`), { recursive: true });

    const store = openStore({ ...portal.deps.env, STORAGE_DIR }, REPORT);
    const writing = [store.put(inTheWay, Buffer.from('x')), store.write(inTheWay, Readable.from(['x']))];

    for (const { status } of await Promise.allSettled(writing)) expect(status).toBe('rejected');
    expect(await readdir(STORAGE_DIR)).toEqual([`${inTheWay}.pdf`]);
  });

  it('are deleted after 30 days, and other files are not', async () => {
    const { STORAGE_DIR } = portal.deps.env;
    await mkdir(STORAGE_DIR, { recursive: true });
    const others = await readdir(STORAGE_DIR);
    const age = { [`${'o'.repeat(43)}.pdf`]: 31, [`${'n'.repeat(43)}.pdf`]: 29, 'someone-else.txt': 400 };
    for (const [name, days] of Object.entries(age)) {
      await writeFile(join(STORAGE_DIR, name), 'x');
      await utimes(join(STORAGE_DIR, name), daysAgo(days), daysAgo(days));
    }

    await portal.deps.use(reports).sweep();

    const remaining = Object.keys(age).map((name) => existsSync(join(STORAGE_DIR, name)));
    expect(remaining).toEqual([false, true, true]);
    expect((await readdir(STORAGE_DIR)).length).toBe(others.length + 2);
  });

  it('are deleted behind thousands that are not', async () => {
    const { deps } = portal;
    await mkdir(deps.env.STORAGE_DIR, { recursive: true });
    const others = await readdir(deps.env.STORAGE_DIR);
    const pathOf = (n: number) => join(deps.env.STORAGE_DIR, `${String(n).padStart(43, 'r')}.pdf`);
    const numbers = Array.from({ length: 2000 }, (_, n) => n);
    await Promise.all(numbers.map((n) => writeFile(pathOf(n), 'x')));
    const old = numbers.filter((n) => n % 100 === 0);
    for (const n of old) await utimes(pathOf(n), daysAgo(31), daysAgo(31));

    await deps.use(reports).sweep();

    expect((await readdir(deps.env.STORAGE_DIR)).length).toBe(others.length + 2000 - old.length);
  });

  it('are created again instead of being served shortly before deletion', async () => {
    const person = await portal.register();
    const { url } = await askForReport(person);
    const file = join(portal.deps.env.STORAGE_DIR, `${new URL(url).pathname.split('/')[2]}.pdf`);
    const nearly = new Date(daysAgo(30).getTime() + 60_000);
    await utimes(file, nearly, nearly);

    await askForReport(person);

    expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - DAY);
  });

  it('return 503 while the folder cannot be created; once it can, they have addresses under STORAGE_URL', async () => {
    const inTheWay = join(await folderForThisTest(), 'a-file');
    await writeFile(inTheWay, '');
    const STORAGE_URL = 'https://files.example.com/portal/';
    const lame = await portalForThisTest({ env: { STORAGE_DIR: join(inTheWay, 'reports'), STORAGE_URL } });
    const person = await lame.register();

    const response = await person.get('/api/exports/report');
    await rm(inTheWay);
    const after = await askForReport(person);

    expect(response.statusCode).toBe(503);
    expect(Object.keys(response.json())).toEqual(['ok', 'error']);
    expect(after.size).toBeGreaterThan(1000);
    expect(after.url).toMatch(/^https:\/\/files\.example\.com\/portal\/[\w-]{43}\/visibility-report-example-/);
  });
});

describe('Reports in a bucket', SLOW, () => {
  it('are stored, reused and downloaded with a signed address, and return 503 while the bucket is away', async () => {
    const { objects, variables, goesAway } = await bucketForThisTest();
    const portal = await portalForThisTest({ env: variables });
    const person = await portal.register({ orgName: 'Harbor Street Dental' });

    const first = await askForReport(person);
    const again = await askForReport(person);
    const file = await fetch(first.url);
    const missing = await download(portal, `http://localhost/reports/${[...objects.keys()][0]?.slice(8, 51)}/x.pdf`);
    goesAway();
    const away = await person.get('/api/exports/report');

    const [key = ''] = objects.keys();
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(objects.size).toBe(1);
    expect(key).toMatch(/^reports\/[\w-]{43}\.pdf$/);
    expect(first.url.startsWith(`${variables.S3_ENDPOINT}/${variables.S3_BUCKET}/${key}?`)).toBe(true);
    expect(new URL(first.url).searchParams.get('X-Amz-Expires')).toBe('900');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${first.filename}"`);
    expect(bytes.length).toBe(first.size);
    expect(again.size).toBe(first.size);
    expect(missing.statusCode).toBe(404);
    expect(away.statusCode).toBe(503);
    expect(Object.keys(away.json())).toEqual(['ok', 'error']);
  });

  it('are signed for the address of STORAGE_URL', async () => {
    const { objects, variables } = await bucketForThisTest();
    const portal = await portalForThisTest({ env: { ...variables, STORAGE_URL: 'https://files.example.com' } });

    const { url } = await askForReport(await portal.register());

    const [key] = objects.keys();
    expect(url.startsWith(`https://files.example.com/${key}?`)).toBe(true);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  });

  it('are deleted after 30 days, and other files are not', async () => {
    const { objects, variables } = await bucketForThisTest();
    const portal = await portalForThisTest({ env: variables });
    const put = (key: string, days: number) =>
      objects.set(key, { body: Buffer.from('x'), type: 'x', at: daysAgo(days) });
    put(`reports/${'o'.repeat(43)}.pdf`, 31);
    put(`reports/${'n'.repeat(43)}.pdf`, 29);
    put('reports/of-somebody-else.pdf', 400);
    put(`${'e'.repeat(43)}.pdf`, 400);

    await portal.deps.use(reports).sweep();

    expect([...objects.keys()].map((key) => key.slice(0, 9))).toEqual(['reports/n', 'reports/o', 'eeeeeeeee']);
  });
});
