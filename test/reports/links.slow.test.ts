import { hash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { PICTURES } from '../helpers/images.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, verify } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });
let agency: Awaited<ReturnType<typeof agencyOf>>;
let person: Person;
let at: string;
beforeAll(async () => {
  agency = await agencyOf(portal);
  person = await portal.register();
  await verify(portal, person);
  const { report } = await agency.runFor(person);
  at = `/api/reports/${report.id}/links`;
});

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const type = (path: string, code: string) => portal.visitor().post(path, `code=${encodeURIComponent(code)}`, form);

it('a link with a code asks for it, opens with it, and ends with the fifth wrong one in a row', async () => {
  const made = (await person.post(at, { code: 'harbour-42' })).json();
  const path = pathOf(made.url);

  const asked = await portal.visitor().get(path);
  const closed = await portal.visitor().get(`${path}/pdf`);
  const wrong = [await type(path, 'a'), await type(path, 'b'), await type(path, 'c'), await type(path, 'd')];
  const right = await type(path, 'harbour-42');
  const pdf = await portal.visitor().get(/href="([^"]+)"/.exec(right.body)?.[1]?.replaceAll('&amp;', '&') ?? '');
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => type(path, `wrong ${n}`)));
  const over = await type(path, 'harbour-42');

  expect(asked.body).toContain('name="code"');
  expect([asked.statusCode, closed.statusCode, right.statusCode, pdf.statusCode]).toEqual([200, 403, 200, 200]);
  expect(wrong.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  expect(many.filter(({ statusCode }) => statusCode === 403)).toHaveLength(5);
  expect(over.statusCode).toBe(404);
});

it('the page that asks for a code is in the brand of the client', async () => {
  const set = await agency.operator.put(`/api/operator/clients/${person.orgId}/branding`, {
    name: 'Bright & Smiles',
    color: '#1f4b99',
    logo: PICTURES.png.data,
  });
  const { url } = (await person.post(at, { code: 'harbour-42' })).json();
  const path = pathOf(url);

  const asked = await portal.visitor().get(path);
  const wrong = await type(path, 'a');
  await agency.operator.put(`/api/operator/clients/${person.orgId}/branding`, { name: null, color: null, logo: null });

  expect(set.statusCode).toBe(200);
  for (const { body, headers } of [asked, wrong]) {
    expect(body).toContain('Bright &amp; Smiles');
    expect(body).toMatch(/<img src="data:image\/png;base64,/);
    const style = /<style>(:root\{--brand:#[^<]+)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(hash('sha256', style, 'base64'));
  }
});

it('links are listed without addresses, end when somebody removes them, and live for 90 days at most', async () => {
  const made = (await person.post(at, {})).json();
  const late = await person.post(at, { expiresAt: new Date(Date.now() + 91 * 86_400_000).toISOString() });

  const listed = (await person.get(at)).json().data;
  const gone = await person.del(`${at}/${made.id}`);
  const opened = await portal.visitor().get(pathOf(made.url));

  expect(late.statusCode).toBe(400);
  expect(listed.map(({ id }: { id: string }) => id)).toContain(made.id);
  expect(JSON.stringify(listed)).not.toContain('/r/');
  expect([gone.statusCode, opened.statusCode]).toEqual([200, 404]);
  expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)).toBe(30);
});

it('a link opens nothing while the client is suspended', async () => {
  const made = (await person.post(at, {})).json();
  const client = `/api/operator/clients/${person.orgId}`;

  await agency.operator.post(`${client}/suspend`, { reason: 'Late.' });
  const closed = await portal.visitor().get(pathOf(made.url));
  await agency.operator.post(`${client}/resume`, { reason: 'Paid.' });
  const open = await portal.visitor().get(pathOf(made.url));

  expect([closed.statusCode, open.statusCode]).toEqual([404, 200]);
});

it('nothing that a link answers is indexed, stored or told to other sites, found or not', async () => {
  const { url } = (await person.post(at, { code: 'harbour-42' })).json();
  const paths = [pathOf(url), `${pathOf(url)}/pdf`, '/r/nothing', '/r/unsubscribe?token=nothing'];
  const visitor = portal.visitor();

  for (const path of paths) {
    const { headers } = await visitor.get(path);
    expect([path, headers]).toMatchObject([
      path,
      {
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    ]);
  }
});

it('a scanner of mails that opens links changes nothing, however often it does', async () => {
  const { url } = (await person.post(at, { code: 'harbour-42' })).json();
  const path = pathOf(url);
  const visitor = portal.visitor();

  for (let time = 0; time < 6; time++) {
    await visitor.get(path);
    await portal.inject({ method: 'HEAD', url: path });
    await visitor.get(`${path}/pdf`);
  }
  const opened = await type(path, 'harbour-42');

  expect(opened.statusCode).toBe(200);
});

it('tokens that are guessed, cut or of another client open nothing', async () => {
  const { url } = (await person.post(at, {})).json();
  const token = pathOf(url).slice('/r/'.length);
  const other = await portal.register();
  const ofOther = Buffer.concat([
    Buffer.from(other.orgId.replaceAll('-', ''), 'hex'),
    Buffer.from(token, 'base64url').subarray(16),
  ]);
  const guesses = [token.slice(1), `${token}A`, token.toLowerCase(), 'A'.repeat(64), ofOther.toString('base64url')];

  const answers = await Promise.all(guesses.map((guess) => portal.visitor().get(`/r/${guess}`)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(guesses.map(() => 404));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});
