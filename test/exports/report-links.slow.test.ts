import { describe, expect, it } from 'vitest';
import { signLink } from '../../server/files/links.ts';
import { askForReport, download } from '../helpers/pdf.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** A report, and the parts of its address. */
async function given() {
  const person = await portal.register({ orgName: 'Example' });
  const { url } = await askForReport(person);
  const { pathname, searchParams } = new URL(url);
  const [, , file = '', filename = ''] = pathname.split('/');
  const expires = Number(searchParams.get('expires'));
  return { url, file, filename, expires, signature: searchParams.get('signature') ?? '' };
}

const open = (path: string) => portal.visitor().get(path);

describe('the address of a report', () => {
  it('opens for whoever has it, as a file to save', async () => {
    const { url, filename } = await given();

    const { statusCode, headers, rawPayload } = await download(portal, url);

    expect(statusCode).toBe(200);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${filename}"`,
      'content-length': String(rawPayload.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['x-request-id']).toBeDefined();
  });

  it('is good for 15 minutes', async () => {
    const { expires } = await given();

    expect(expires - inSeconds(0)).toBeGreaterThan(14 * 60);
    expect(expires - inSeconds(0)).toBeLessThanOrEqual(15 * 60);
  });

  it('has nothing of the client in its name', async () => {
    const one = await portal.register();

    const { url } = await askForReport(one);

    expect(url).not.toContain(one.orgId);
    expect(new URL(url).pathname.split('/')[2]).toMatch(/^[\w-]{43}$/);
  });

  it('is 404 with one and the same body when it is expired, forged, unknown or no address at all', async () => {
    const { file, filename, expires, signature } = await given();
    const key = portal.deps.env.SIGNING_KEY;
    const signed = (link: { file?: string; filename?: string; expires?: number }) =>
      `/reports/${signLink(key, { file, filename, expires, ...link })}`;
    const query = `expires=${expires}&signature=${signature}`;
    const addresses = {
      expired: signed({ expires: inSeconds(-1) }),
      'expiring later than signed': `/reports/${file}/${filename}?expires=${expires + 60}&signature=${signature}`,
      'signed with another key': `/reports/${signLink(Buffer.alloc(32).toString('base64'), { file, filename, expires })}`,
      'with half a signature': `/reports/${file}/${filename}?expires=${expires}&signature=${signature.slice(0, 20)}`,
      'without a signature': `/reports/${file}/${filename}?expires=${expires}`,
      'with two signatures': `/reports/${file}/${filename}?${query}&signature=${signature}`,
      'with another name to save under': `/reports/${file}/evil.exe?${query}`,
      'of another file': `/reports/${'A'.repeat(43)}/${filename}?${query}`,
      'of a file that is not there': signed({ file: 'A'.repeat(43) }),
      'of a file elsewhere, even if signed': signed({ file: '..%2F..%2Fkeys' }),
      'climbing out': `/reports/..%2f..%2fkeys.json/${filename}?${query}`,
      'with a moment that is no number': `/reports/${file}/${filename}?expires=1e99&signature=${signature}`,
      'with a byte that is no text': `/reports/${file}/${filename}%00?${query}`,
      'without a file': `/reports/?${query}`,
    };

    const answers = await Promise.all(Object.values(addresses).map(open));

    expect(answers.map(({ statusCode }, index) => [Object.keys(addresses)[index], statusCode])).toEqual(
      Object.keys(addresses).map((name) => [name, 404]),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it('opens 120 times a minute from one address', async () => {
    const { url } = await given();
    const { pathname } = new URL(url);
    const visitor = portal.visitor();

    const answers = await Promise.all(Array.from({ length: 125 }, () => visitor.get(pathname)));

    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(5);
    expect((await download(portal, url)).statusCode).toBe(200);
  });
});
