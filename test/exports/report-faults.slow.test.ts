import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { askForReport } from '../helpers/pdf.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { childrenOf } from '../helpers/process.ts';

const portal = portalForThisFile({ own: true });

/** Checks the 503 response of an unavailable report. */
function expectAway(response: LightMyRequestResponse) {
  const { error, ...rest } = response.json();
  expect(response.statusCode).toBe(503);
  expect(rest).toEqual({ ok: false });
  expect(error).toBe('The report cannot be created right now. Please try again shortly.');
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(response.headers).toMatchObject({
    'x-error-code': 'SERVICE_UNAVAILABLE',
    'cache-control': 'private, no-store',
  });
  expect(response.headers['x-request-id']).toBeDefined();
}

describe('Without Chromium', () => {
  it('returns 503 for a report, while /readyz stays ready and names Chromium', async () => {
    const lame = await portalForThisTest({ env: { CHROMIUM_PATH: '/nowhere/chromium' } });
    const person = await lame.register();

    const response = await person.get('/api/exports/report');
    const ready = await lame.inject({ url: '/readyz', remoteAddress: '127.0.0.1' });

    expectAway(response);
    expect(ready.json()).toMatchObject({ dependencies: { chromium: 'down' } });
    expect(lame.lines.join('')).toContain('No Chromium could be started');
  });
});

/** Kills a process, unless it has just ended. */
function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('A Chromium crash', () => {
  it('during a report returns 503, and the next call starts another browser', async () => {
    const [one, other] = [await portal.register(), await portal.register({ orgName: 'Other' })];
    const known = new Set(childrenOf(process.pid));
    let answered = false;
    const asking = one.get('/api/exports/report').finally(() => {
      answered = true;
    });
    while (!answered) {
      for (const child of childrenOf(process.pid)) if (!known.has(child)) kill(child);
      await new Promise((done) => setTimeout(done, 5));
    }

    const killed = await asking;
    const next = await askForReport(one);
    const another = await askForReport(other);

    expectAway(killed);
    expect(next.size).toBeGreaterThan(1000);
    expect(another.size).toBeGreaterThan(1000);
  });
});
