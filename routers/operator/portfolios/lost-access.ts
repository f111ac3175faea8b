import { and, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../../db/handles.ts';
import { apiKeys, invitations, operators, portfolioOperators, supportSessions } from '../../../db/schema/index.ts';
import { reaches } from '../../../server/identity/reach.ts';
import { ITSELF, record } from '../../../server/identity/security-trail.ts';
import { endSupportSessions } from '../../../server/identity/support-sessions.ts';
import { isPending } from '../../auth/public.ts';

const OPERATOR = 'The operator of the portal';

/**
 * Holds the roles of the operators of a portfolio until its change is committed: what they do meanwhile is done before
 * it, and ends with it, or after it.
 */
export const lockOperatorsOf = (tx: AccountDb, portfolioId: string) =>
  tx
    .select({ userId: operators.userId })
    .from(operators)
    .where(
      inArray(
        operators.userId,
        tx
          .select({ id: portfolioOperators.operatorId })
          .from(portfolioOperators)
          .where(eq(portfolioOperators.portfolioId, portfolioId)),
      ),
    )
    .orderBy(operators.userId)
    .for('update');

/** Withdraws the open invitations whose link operators were told, to clients that they no longer reach. */
export async function withdrawLostInvitations(tx: AccountDb) {
  const { operatorId, orgId, email, role } = invitations;
  // Their addresses stay until they are swept, so that another operator can send them again.
  const withdrawn = await tx
    .update(invitations)
    .set({ expiresAt: sql`now()` })
    .where(and(isNotNull(operatorId), isPending, not(reaches(operatorId, orgId))))
    .returning({ orgId, email, role });
  for (const { orgId: client, ...details } of withdrawn)
    await record(tx, ITSELF, { type: 'invitation_revoked', orgId: client, actor: OPERATOR, details });
}

/**
 * Ends the support sessions, keys and invitations that operators have at clients which they no longer reach. Operators'
 * own keys end there by themselves: they reach what their makers do.
 */
export async function endLostAccess(tx: AccountDb, request?: FastifyRequest) {
  const { operatorId, orgId } = supportSessions;
  const lost = and(isNotNull(operatorId), not(reaches(operatorId, orgId)));
  if (lost) await endSupportSessions(tx, lost, request);

  const keys = await tx
    .delete(apiKeys)
    .where(
      and(
        // Of those who run the portal: whoever has lost the role leaves keys to the client, as always.
        inArray(apiKeys.operatorId, tx.select({ id: operators.userId }).from(operators)),
        not(reaches(apiKeys.operatorId, apiKeys.orgId)),
      ),
    )
    .returning({ keyId: apiKeys.id, name: apiKeys.name, orgId: apiKeys.orgId });
  for (const { orgId: client, ...details } of keys)
    await record(tx, ITSELF, { type: 'api_key_deleted', orgId: client, actor: OPERATOR, details });
  await withdrawLostInvitations(tx);
}
