import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { assistantGrants, assistants, grantTokens, memberships, organizations, users } from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import { lacksSecondFactor } from './required-second-factor.ts';
import type { LiveSession } from './session.ts';
import { fingerprint, newToken } from './tokens.ts';
import { isVerifiedByOwner } from './verified.ts';

// Access tokens of assistants have a form of their own, so that each token is looked up in one table only. They open
// the address of assistants and no other.

const PREFIX = 'pa_';

export const newGrantToken = () => `${PREFIX}${newToken()}`;
export const isGrantToken = (token: string) => token.startsWith(PREFIX);

/** The assistant that calls in the place of a person. */
export interface Assistant {
  grantId: string;
  name: string;
  scopes: ('read' | 'write')[];
}

const { id, lastUsedAt } = assistantGrants;

const lookUp = accountQuery((db) =>
  db
    .select({
      grantId: id,
      scopes: assistantGrants.scopes,
      grantedAt: assistantGrants.createdAt,
      usedRecently: sql<boolean>`coalesce(${lastUsedAt} > now() - interval '1 minute', false)`,
      validUntil: grantTokens.validUntil,
      name: assistants.name,
      role: memberships.role,
      user: { id: users.id, email: users.email, emailVerified: isVerifiedByOwner },
      organization: tenantFacts,
      lacksSecondFactor: lacksSecondFactor(assistantGrants.userId),
    })
    .from(grantTokens)
    .innerJoin(assistantGrants, eq(id, grantTokens.grantId))
    .innerJoin(assistants, eq(assistants.id, assistantGrants.assistantId))
    .innerJoin(users, and(eq(users.id, assistantGrants.userId), isNull(users.lockedAt)))
    .innerJoin(
      memberships,
      and(eq(memberships.orgId, assistantGrants.orgId), eq(memberships.userId, assistantGrants.userId)),
    )
    .innerJoin(organizations, eq(organizations.id, assistantGrants.orgId))
    .where(
      and(
        eq(grantTokens.hash, sql.placeholder('hash')),
        eq(grantTokens.kind, 'access'),
        gt(grantTokens.validUntil, sql`now()`),
      ),
    ),
);

/** The person behind an access token, and the assistant; undefined once the grant or the token has ended. */
export async function findAssistantGrant(
  db: AccountDb,
  token: string,
): Promise<(LiveSession & { assistant: Assistant }) | undefined> {
  const [found] = await lookUp(db).execute({ hash: fingerprint(token) });
  if (!found) return undefined;

  const { grantId, name, scopes, user, organization, role } = found;
  if (!found.usedRecently) {
    const stale = or(isNull(lastUsedAt), lt(lastUsedAt, sql`now() - interval '1 minute'`));
    await db
      .update(assistantGrants)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(id, grantId), stale));
  }
  return {
    user,
    session: {
      id: grantId,
      userId: user.id,
      expiresAt: found.validUntil,
      // Nothing extends it, and it is no sign of life of a member.
      fresh: false,
      activeRecently: true,
      calls: undefined,
      lacksSecondFactor: found.lacksSecondFactor,
      publicId: grantId,
      signedInAt: found.grantedAt,
      twoFactors: false,
      role,
      organization,
    },
    assistant: { grantId, name, scopes },
  };
}
