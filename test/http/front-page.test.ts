import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

// A portal whose pages are not built.
const portal = portalForThisFile({ webFolder: new URL('file:///nowhere/') });

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const open = (accept?: string, method: 'GET' | 'HEAD' = 'GET') =>
  portal.inject({ method, url: '/', headers: accept === undefined ? {} : { accept } });

describe('the front page of a portal whose pages are not built', () => {
  it.each([BROWSER, 'text/html', 'TEXT/HTML;q=0.1, text/html'])('is served for Accept: %s', async (accept) => {
    const page = await open(accept);

    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers.vary).toBe('Accept, Accept-Encoding');
    expect(page.body).toMatch(/^<!doctype html>\n<html lang="en">.*<h1>.*<\/html>\n$/s);
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0'])(
    'tells programs where they are for Accept: %s',
    async (accept) => {
      const answer = await open(accept);
      const { ok, ...addresses } = answer.json();
      const found = await Promise.all(
        Object.values<string>(addresses).map((url) => portal.inject({ url, headers: { accept: BROWSER } })),
      );

      expect([answer.statusCode, ok]).toEqual([200, true]);
      expect(found.map(({ statusCode }) => statusCode < 400)).toEqual([true, true, true]);
      expect(answer.headers).toMatchObject({ vary: 'Accept', 'cache-control': 'private, no-store' });
    },
  );

  it('says how to build them', async () => {
    expect((await open(BROWSER)).body).toContain('npm run build');
  });

  it('has no script, no external style and no external address', async () => {
    const { headers, body } = await open(BROWSER);
    const [, style = ''] = body.match(/<style>(.*)<\/style>/s) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');

    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    expect(style.length).toBeGreaterThan(100);
    expect(body).not.toMatch(/<script|style=|\son\w+=|https?:|\/\/|url\(|@import/i);
  });

  it('has no broken links', async () => {
    const { body } = await open(BROWSER);
    const addresses = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);

    const answers = await Promise.all(addresses.map((url) => portal.inject({ url })));

    expect(addresses).toEqual(expect.arrayContaining(['/docs/', '/openapi.json', '/healthz']));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200));
  });

  it('answers a monitor that asks by HEAD', async () => {
    expect((await open(undefined, 'HEAD')).statusCode).toBe(200);
  });

  it('answers HEAD as GET, without the body', async () => {
    const [get, head] = [await open(BROWSER), await open(BROWSER, 'HEAD')];

    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'etag']) expect(head.headers[name]).toBe(get.headers[name]);
  });
});

describe('the icon', () => {
  it('has three sizes and is cached for a day', async () => {
    const { headers, rawPayload } = await portal.inject({ url: '/favicon.ico' });

    expect(headers).toMatchObject({ 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' });
    expect(rawPayload.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 3, 0]));
  });

  it('is available as SVG', async () => {
    const { headers, body } = await portal.inject({ url: '/icon.svg' });

    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
    expect(body).toMatch(/^<svg xmlns=/);
  });
});
