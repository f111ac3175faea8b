import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { operatorCommands } from '../../routers/operator/commands.ts';
import { limitedOperator, registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { runCommand } from '../helpers/shell.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ restricted: true });

const address = () => `${randomUUID()}@example.com`;
const invited = async (by: Pick<Person, 'post'>, { orgId }: { orgId: string }, body: object) => {
  const response = await by.post(`/api/operator/clients/${orgId}/invite`, body);
  expect(outcome(response)).toBe('201');
  return response.json().invitation as { id: string; token: string; email: string };
};
const accept = async ({ token }: { token: string }) =>
  outcome(await portal.visitor().post('/api/auth/accept-invitation', { token, password: 'quite long enough' }));

const typesOf = async (person: Person) =>
  (await person.get('/api/auth/org/activity')).json().data.map(({ type }: { type: string }) => type);

it('a client that leaves a portfolio is not joined by links that its operators were told', async () => {
  const chief = await registerOperator(portal);
  const [stays, leaves] = [await portal.register(), await portal.register()];
  const { operator, portfolio } = await limitedOperator(portal, chief, [stays.orgId, leaves.orgId]);
  const byMember = (await leaves.post('/api/auth/org/invitations', { email: address() })).json().invitation;
  const ofMember = (await leaves.post('/api/auth/org/invitations', { email: address() })).json().invitation;
  const kept = await invited(operator, stays, { adminEmail: address() });
  const lost = await invited(operator, leaves, { adminEmail: address() });
  const again = await invited(operator, leaves, { invitationId: ofMember.id });
  const ofChief = await invited(chief, leaves, { adminEmail: address() });

  await chief.put(`/api/operator/portfolios/${portfolio.id}`, { clientIds: [stays.orgId] });

  expect([await accept(lost), await accept(again)]).toEqual(Array(2).fill('400 INVALID_TOKEN'));
  const open = (await leaves.get('/api/auth/org/invitations')).json().data.map(({ id }: { id: string }) => id);
  expect(open.sort()).toEqual([byMember.id, ofChief.id].sort());
  expect((await typesOf(leaves)).filter((type: string) => type === 'invitation_revoked')).toHaveLength(2);
  expect(await typesOf(stays)).not.toContain('invitation_revoked');
  // Another operator, or an administrator, invites the address anew.
  const anew = await invited(chief, leaves, { invitationId: lost.id });
  expect([await accept(kept), await accept(byMember), await accept(ofChief), await accept(anew)]).toEqual(
    Array(4).fill('200'),
  );
});

it('a deleted portfolio, and a role that is taken away, end them too', async () => {
  const chief = await registerOperator(portal);
  const client = await portal.register();
  const { operator, portfolio } = await limitedOperator(portal, chief, [client.orgId]);
  const another = await registerOperator(portal);
  const first = await invited(operator, client, { adminEmail: address() });
  const second = await invited(another, client, { adminEmail: address() });

  await chief.del(`/api/operator/portfolios/${portfolio.id}`);
  await runCommand(operatorCommands['operator remove'], portal, another.email);

  expect([await accept(first), await accept(second)]).toEqual(Array(2).fill('400 INVALID_TOKEN'));
});
