import { eq } from 'drizzle-orm';
import { clientErasures, organizations } from '../../db/schema/index.ts';
import { REASON, registerOperator } from './operators.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

type Answer = Awaited<ReturnType<Person['get']>>;

/** An operator at a client. */
async function asOperator(on: Portal, { orgId }: Person) {
  const operator = await registerOperator(on);
  return { post: (verb: string, body?: object) => operator.post(`/api/operator/clients/${orgId}/${verb}`, body) };
}

/** An operator at a client that is being erased. */
export async function ofErased(on: Portal, client: Person) {
  const { id } = organizations;
  await on.deps.database.accounts.update(organizations).set({ status: 'erasing' }).where(eq(id, client.orgId));
  return asOperator(on, client);
}

/** What an operator cannot do with a client in its state. */
export const CLIENT_CONFLICTS: Record<string, [code: string, provoke: (admin: Person, on: Portal) => Promise<Answer>]> =
  {
    'POST /operator/clients/{id}/suspend': [
      'INVALID_TRANSITION',
      async (admin, on) => (await ofErased(on, admin)).post('suspend', { reason: REASON }),
    ],
    'POST /operator/clients/{id}/resume': [
      'INVALID_TRANSITION',
      async (admin, on) => (await ofErased(on, admin)).post('resume'),
    ],
    'POST /operator/clients/{id}/support-session': [
      'INVALID_TRANSITION',
      async (admin, on) => (await ofErased(on, admin)).post('support-session', { reason: REASON, minutes: 5 }),
    ],
    'POST /operator/clients/{id}/keep': [
      'INVALID_TRANSITION',
      async (admin, on) => {
        const begun = { statusBefore: 'active' as const, eraseAt: new Date(), begunAt: new Date() };
        await on.deps.database.accounts.insert(clientErasures).values({ orgId: admin.orgId, ...begun });
        return (await ofErased(on, admin)).post('keep');
      },
    ],
    'POST /operator/clients/{id}/invite': [
      'ALREADY_MEMBER',
      async (admin, on) =>
        (await registerOperator(on)).post(`/api/operator/clients/${admin.orgId}/invite`, { adminEmail: admin.email }),
    ],
    'POST /operator/clients/{id}/pitch': [
      'INVALID_TRANSITION',
      async (admin, on) => (await asOperator(on, admin)).post('pitch'),
    ],
    'POST /operator/clients/{id}/win': [
      'INVALID_TRANSITION',
      async (admin, on) => (await asOperator(on, admin)).post('win', { adminEmail: admin.email }),
    ],
  };
