import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { invitations, users } from '../../db/schema/index.ts';
import { eraseAfterGrace } from '../helpers/archives.ts';
import { mailsWithText, tablesWithText } from '../helpers/marks.ts';
import { registerOperator } from '../helpers/operators.ts';
import { invite, type Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true, own: true });

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});

async function erase(client: Person) {
  await operator.post(`/api/operator/clients/${client.orgId}/erase`, { name: client.orgName });
  await eraseAfterGrace(portal, client);
}

async function changeAddress(person: Person, email: string) {
  await person.post('/api/auth/account/change-email', { email, password: person.password });
  const mail = (await portal.mailTo(email)).at(-1);
  return outcome(await person.post('/api/auth/verify-email', { token: mail?.token }));
}

const isLeft = async (email: string) => (await portal.deps.database.accounts.$count(users, eq(users.email, email))) > 0;

describe('People who are erased with their client', () => {
  it('leave no address that they have had, with other organizations neither', async () => {
    const neighbour = await portal.register();
    const mark = `mark-${randomUUID()}`;
    const person = await portal.register({ email: `old-${mark}@example.com` });
    const { token } = await invite(neighbour, { email: person.email });
    await person.post('/api/auth/accept-invitation', { token });
    const left = await person.post('/api/auth/org/leave');
    const changed = await changeAddress(person, `new-${mark}@example.com`);
    const before = await tablesWithText(portal, mark);

    await erase(person);

    expect([outcome(left), changed]).toEqual(['200', '200']);
    expect(before).toContain('public.security_events');
    expect(await tablesWithText(portal, mark)).toEqual([]);
    expect(await mailsWithText(portal, mark)).toEqual([]);
  });

  it('take nothing along of whoever has a former address of theirs by now', async () => {
    const email = `former-${randomUUID()}@example.com`;
    const person = await portal.register({ email });
    await changeAddress(person, `new-${email}`);
    const { accounts } = portal.deps.database;
    const heir = await portal.register();
    await accounts.update(users).set({ email }).where(eq(users.id, heir.userId));
    const { id } = await invite(await portal.register(), { email });

    await erase(person);

    expect(await isLeft(email)).toBe(true);
    expect(await accounts.$count(invitations, eq(invitations.id, id))).toBe(1);
    expect((await mailsWithText(portal, email)).length).toBeGreaterThan(0);
  });
});
