import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { brandings, operatorEvents } from '../../db/schema/index.ts';
import { exportReadyMail } from '../../routers/exports/mails.ts';
import { paletteOf } from '../../server/branding/palette.ts';
import { PICTURES } from '../helpers/images.ts';
import { registerOperator } from '../helpers/operators.ts';
import { askForReport, download, readPdf } from '../helpers/pdf.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ env: { BRAND_NAME: 'Fern Agency', RATE_LIMIT_PER_MINUTE: '0' } });

const NONE = { name: null, color: null, colors: null, logo: null };
const CHOSEN = { name: 'Bright Smiles', color: '#FFD400', logo: PICTURES.webp.data };

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

const pathOf = ({ orgId }: { orgId: string }) => `/api/operator/clients/${orgId}/branding`;
const seenBy = async (person: Person) => (await person.get('/api/auth/org/branding')).json().data;

/** A client with a branding. */
async function branded() {
  const person = await portal.register({ orgName: 'Casco Bay Dental' });
  const answer = await operator.put(pathOf(person), CHOSEN);
  return { person, answer };
}

describe('the branding of a client', () => {
  it('is set by an operator, and seen by the people of this client alone', async () => {
    const [{ person, answer }, other] = [await branded(), await portal.register()];
    const colleague = await portal.join(person);
    const shown = {
      name: 'Bright Smiles',
      color: '#ffd400',
      colors: paletteOf('#ffd400'),
      logo: { type: 'image/webp', data: PICTURES.webp.data, ratio: PICTURES.webp.ratio },
    };

    expect(answer.json()).toEqual({ ok: true, data: shown });
    expect((await operator.get(pathOf(person))).json().data).toEqual(shown);
    expect([await seenBy(person), await seenBy(colleague)]).toEqual([shown, shown]);
    expect([await seenBy(other), await seenBy(operator)]).toEqual([NONE, NONE]);
  });

  it('keeps fields that are not sent, and removes those sent as null', async () => {
    const { person } = await branded();

    await operator.put(pathOf(person), { color: null });
    expect(await seenBy(person)).toMatchObject({
      name: 'Bright Smiles',
      color: null,
      colors: null,
      logo: { ratio: 2 },
    });

    await operator.put(pathOf(person), { name: null, logo: null });
    expect(await seenBy(person)).toEqual(NONE);
    const { accounts } = portal.deps.database;
    expect(await accounts.select().from(brandings).where(eq(brandings.orgId, person.orgId))).toEqual([]);
  });

  it('leaves a line in the operator’s trail for each change, without its contents', async () => {
    const { person } = await branded();
    await operator.put(pathOf(person), {});

    const lines = await portal.deps.database.accounts
      .select()
      .from(operatorEvents)
      .where(eq(operatorEvents.orgId, person.orgId));

    expect(lines.map(({ type, actorId }) => [type, actorId])).toEqual([['client_branding_updated', operator.userId]]);
    expect(JSON.stringify(lines)).not.toContain('Bright');
  });

  it('is read by support and changed by operators only; members cannot reach it', async () => {
    const { person } = await branded();
    const support = await registerOperator(portal, { role: 'support' });

    expect((await support.get(pathOf(person))).statusCode).toBe(200);
    for (const [who, status] of [
      [support, 403],
      [person, 404],
      [portal.visitor(), 401],
    ] as const)
      expect((await who.put(pathOf(person), { name: 'Taken over' })).statusCode).toBe(status);
    expect((await operator.put(pathOf({ orgId: randomUUID() }), CHOSEN)).statusCode).toBe(404);
    expect(await seenBy(person)).toMatchObject({ name: 'Bright Smiles' });
  });

  it.each([
    ['a drawing', { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }],
    ['a page', { logo: Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64') }],
    [
      'an image that is too large',
      { logo: Buffer.concat([PICTURES.png.bytes, Buffer.alloc(102_400)]).toString('base64') },
    ],
    ['an image of too many pixels', { logo: PICTURES.huge.data }],
    ['no base64', { logo: 'data:image/png;base64,AAAA' }],
    ['a colour by its name', { color: 'yellow' }],
    ['a style as a colour', { color: '#ffd400;}' }],
    ['markup in the name', { name: '<b>Smiles</b>' }],
    ['a name of two lines', { name: 'Smiles\r\nBcc: eve@example.com' }],
    ['a name of 61 characters', { name: 'n'.repeat(61) }],
  ])('is not %s', async (_what, edit) => {
    const person = await portal.register();

    const answer = await operator.put(pathOf(person), edit);

    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(await seenBy(person)).toEqual(NONE);
  });
});

describe('mails and the report', () => {
  const resetMailTo = async (person: Person) => {
    await portal.visitor().post('/api/auth/forgot-password', { email: person.email });
    const mails = await portal.mailTo(person.email);
    return mails.find(({ subject }) => subject === 'Reset your password');
  };

  it('a mail has the name and the colour of the client, and comes from the name', async () => {
    const { person } = await branded();

    const mail = await resetMailTo(person);

    expect(mail?.from).toMatchObject({ name: 'Bright Smiles', address: expect.stringContaining('no-reply@') });
    expect(mail?.html).toContain('Bright Smiles');
    expect(mail?.html).toContain(`background: ${paletteOf('#ffd400')[7]}`);
    expect(mail?.html).not.toContain('Fern Agency');
  });

  it('people of two organizations get mails of their account from the portal, and those of a client from it', async () => {
    const [{ person }, other] = [await branded(), await portal.register()];
    const { token } = await invite(other, { email: person.email });
    await person.post('/api/auth/accept-invitation', { token });
    const { accounts } = portal.deps.database;
    const about = { clientId: person.orgId, organization: 'Casco Bay Dental', page: '/settings/organization' };
    await portal.deps.mail.queue(accounts, person.email, exportReadyMail(about));

    expect((await resetMailTo(person))?.from?.name).toBe('Fern Agency');
    const mails = await portal.mailTo(person.email);
    expect(mails.find(({ subject }) => subject === 'Your export is ready')?.from?.name).toBe('Bright Smiles');
  });

  it('the report has name, logo and colour of the client, at once', async () => {
    const person = await portal.register();
    await ingest(person, fullScan());
    const reported = async () => {
      const { url } = await askForReport(person);
      const { rawPayload: bytes } = await download(portal, url);
      const { pages } = await readPdf(bytes);
      return { first: pages[0], hasImage: bytes.toString('latin1').includes('/Subtype /Image') };
    };

    const before = await reported();
    await operator.put(pathOf(person), CHOSEN);
    const after = await reported();

    expect([before.first, before.hasImage]).toEqual([expect.stringContaining('Fern Agency'), false]);
    expect([after.first, after.hasImage]).toEqual([expect.stringContaining('Bright Smiles'), true]);
    expect(after.first).not.toContain('Fern Agency');
  });
});
