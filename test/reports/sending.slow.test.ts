import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { agencyOf, verify } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });
let agency: Awaited<ReturnType<typeof agencyOf>>;
beforeAll(async () => {
  agency = await agencyOf(portal);
});

async function client(orgName = 'Harbor Street Dental') {
  const person = await portal.register({ orgName });
  await verify(portal, person);
  return person;
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
const linkIn = (text = '') => /https?:\/\/\S+\/r\/[\w-]{64}/.exec(text)?.[0] ?? '';

describe('A report without a review', () => {
  let person: Person;
  let report: Awaited<ReturnType<typeof agency.show>>;
  beforeAll(async () => {
    person = await client();
    const bcc = ['archive@agency.example'];
    ({ report } = await agency.runFor(person, { bcc, subject: 'Your month', message: 'Hello.\n\nAll is well.' }));
  });

  it('is sent to the members with a verified address, and to the hidden ones', async () => {
    expect(report).toMatchObject({ status: 'sent', clientId: person.orgId, sentAt: expect.any(String) });
    expect(report.recipients).toEqual([
      { email: person.email, bcc: false, sentAt: expect.any(String), error: null },
      { email: 'archive@agency.example', bcc: true, sentAt: expect.any(String), error: null },
    ]);
  });

  it('brings the PDF and a link of one’s own, and names no hidden recipient in a header', async () => {
    const [mail] = await portal
      .mailTo(person.email)
      .then((mails) => mails.filter(({ subject }) => subject === 'Your month'));
    const [hidden] = await portal.mailTo('archive@agency.example');

    expect(mail?.attachments[0]?.filename).toBe(report.pdf.filename);
    expect(mail?.text).toContain('All is well.');
    expect(linkIn(mail?.text)).not.toBe(linkIn(hidden?.text));
    expect(JSON.stringify([mail?.headers, hidden?.headers])).not.toContain('archive@agency.example');
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/r/unsubscribe?token=');
  });

  it('is shown to the members with the bytes that were sent', async () => {
    const list = (await person.get('/api/reports')).json().data;
    const shown = (await person.get(`/api/reports/${report.id}`)).json().data;
    const file = await portal.visitor().get(pathOf(shown.pdf.url));
    const [mail] = await portal
      .mailTo(person.email)
      .then((mails) => mails.filter(({ subject }) => subject === 'Your month'));

    expect(list).toMatchObject([{ id: report.id, name: 'Monthly report' }]);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(report.pdf.sha256);
    expect(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer).equals(file.rawPayload)).toBe(true);
    expect(file.headers['content-type']).toBe('application/pdf');
  });

  it('is framed by the pages of the portal alone, and where nobody asks for it by no page', async () => {
    const path = pathOf(report.pdf.url);
    const shown = await portal.visitor().get(`${path}&show=inline`);
    const file = await portal.visitor().get(path);

    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
    });
    expect((await portal.visitor().get(`${path}x&show=inline`)).statusCode).toBe(404);
  });

  it('is not made a second time for the same period', async () => {
    const again = await agency.operator.post(`/api/operator/report-schedules/${report.scheduleId}/run`);

    expect(again.json().data).toEqual({ planned: 0 });
  });

  it('stays as it is', async () => {
    const at = `/api/operator/reports/${report.id}`;
    const { operator } = agency;
    const refused = [
      await operator.put(at, { notes: { overview: 'Late.' } }),
      await operator.post(`${at}/hold`, {}),
      await operator.post(`${at}/send`),
    ];

    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    expect((await operator.post(`${at}/approve`)).json().data.status).toBe('sent');
    expect((await agency.show(report.id)).pdf.sha256).toBe(report.pdf.sha256);
  });

  it('is opened by its link without an account, and by nobody who guesses', async () => {
    const [mail] = await portal
      .mailTo(person.email)
      .then((mails) => mails.filter(({ subject }) => subject === 'Your month'));
    const path = pathOf(linkIn(mail?.text));
    const stranger = portal.visitor();
    const page = await stranger.get(path);
    const guessed = await stranger.get(`${path.slice(0, -4)}AAAA`);
    const pdf = await stranger.get(`${path}/pdf`);

    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.body).not.toContain('<script');
    expect(page.body).toContain('Harbor Street Dental');
    expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(report.pdf.sha256);
    expect(guessed.statusCode).toBe(404);
  });

  it('is not sent any more to who unsubscribes; opening the link changes nothing', async () => {
    const other = await client('Other');
    const { report: first } = await agency.runFor(other);
    const headers = (await portal.mailTo(other.email)).flatMap((mail) => mail.headers);
    const header = headers.find(({ key, value }) => key === 'list-unsubscribe' && value.includes('/r/'))?.value ?? '';
    const path = pathOf(header.slice(1, -1));
    const stranger = portal.visitor();
    await agency.operator.put(`/api/operator/clients/${other.orgId}/branding`, { name: 'Bright Smiles' });

    const asked = await stranger.get(path);
    const { report: second } = await agency.runFor(other);
    const left = await stranger.post(path, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const { report: third } = await agency.runFor(other);

    expect([asked.statusCode, left.statusCode]).toEqual([200, 200]);
    expect([asked.body, left.body]).toEqual(Array(2).fill(expect.stringContaining('Bright Smiles')));
    expect([first.status, second.status]).toEqual(['sent', 'sent']);
    expect(third).toMatchObject({ status: 'held', reason: expect.stringContaining('Nobody') });
  });
});

describe('A report with a review', () => {
  it('that is not printed yet is printed once for 20 who send it at once, and sent once', async () => {
    const person = await client();
    const { operator } = agency;
    const schedule = await agency.makeSchedule({ clients: { ids: [person.orgId] }, review: true });
    await agency.runPlanned(schedule);
    const [{ id } = { id: '' }] = await agency.reportsOf(person.orgId);
    const at = `/api/operator/reports/${id}`;
    await operator.put(at, { notes: { overview: 'A strong month.' } });
    await operator.post(`${at}/approve`);

    const answers = await Promise.all(Array.from({ length: 20 }, () => operator.post(`${at}/send`)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await agency.show(id)).toMatchObject({ status: 'sent', notes: { overview: 'A strong month.' } });
  });

  it('waits as a draft, is changed by notes, approved and sent', async () => {
    const person = await client();
    const { operator } = agency;
    const { report } = await agency.runFor(person, { review: true, recipients: ['owner@client.example'] });
    const at = `/api/operator/reports/${report.id}`;

    const early = await operator.post(`${at}/send`);
    const unseen = await person.get(`/api/reports/${report.id}`);
    const noted = await operator.put(at, { notes: { overview: 'A strong month.' } });
    const held = await operator.post(`${at}/hold`, { reason: 'Wait for the call.' });
    const approved = await operator.post(`${at}/approve`);
    const changed = await operator.put(at, { notes: { overview: 'Too late.' } });
    const sent = await operator.post(`${at}/send`);

    expect(report).toMatchObject({ status: 'draft', recipients: [] });
    expect([early.statusCode, unseen.statusCode, changed.statusCode]).toEqual([409, 404, 409]);
    expect(noted.json().data.pdf.sha256).not.toBe(report.pdf.sha256);
    expect(held.json().data).toMatchObject({ status: 'held', reason: 'Wait for the call.' });
    expect(approved.json().data).toMatchObject({ status: 'approved', reason: null });
    expect(sent.json().data).toMatchObject({ status: 'sent', pdf: { sha256: noted.json().data.pdf.sha256 } });
    expect(sent.json().data.recipients).toMatchObject([{ email: 'owner@client.example' }]);
  });

  it('whose new notes cannot be printed keeps them, and is sent with them alone', async () => {
    const { operator, runFor, show } = agency;
    const { report } = await runFor(await client(), { review: true, recipients: ['owner@client.example'] });
    const at = `/api/operator/reports/${report.id}`;
    const lame = await portalForThisTest({ beside: portal, env: { CHROMIUM_PATH: '/nowhere/chromium' } });

    const noted = await lame.inject({
      method: 'PUT',
      url: at,
      headers: { cookie: operator.cookie, 'x-forwarded-for': operator.address },
      payload: { notes: { overview: 'A strong month.' } },
    });
    const unprinted = await show(report.id);
    await operator.post(`${at}/approve`);
    const sent = await operator.post(`${at}/send`);

    expect([noted.statusCode, noted.json().data.made]).toEqual([200, false]);
    expect(unprinted).toMatchObject({ made: false, notes: { overview: 'A strong month.' } });
    expect(sent.json().data).toMatchObject({ status: 'sent', made: true });
    expect(sent.json().data.pdf.sha256).not.toBe(report.pdf.sha256);
  });
});
