import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { orgDomains } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { administratorsOf } from '../../../server/identity/administrators.ts';
import { ITSELF, record } from '../../../server/identity/security-trail.ts';
import { domainMissingMail } from '../mails.ts';
import { type Look, noteLook, unlinkPeopleOf } from './domains.ts';
import { lookForProof } from './txt-records.ts';

type Platform = Pick<Deps, 'env' | 'database' | 'mail'>;

const AT_ONCE = 20;

/** A domain is sold, and its record goes: it is looked for daily, and missed for three days. */
const DAILY = sql`now() - interval '1 day'`;
const LOST_AFTER = sql`now() - interval '3 days'`;

const isDue = and(isNotNull(orgDomains.provedAt), lt(orgDomains.checkedAt, DAILY));

/** Takes some of the domains that are due, so that no other process looks for them. */
function takeDue(db: AccountDb) {
  const due = db.select({ orgId: orgDomains.orgId, domain: orgDomains.domain }).from(orgDomains).where(isDue);
  return db
    .update(orgDomains)
    .set({ checkedAt: sql`now()` })
    .where(
      and(
        isDue,
        inArray(
          sql`(${orgDomains.orgId}, ${orgDomains.domain})`,
          due.limit(AT_ONCE).for('update', { skipLocked: true }),
        ),
      ),
    )
    .returning();
}

/** Stores what was found of a proved domain, and takes its proof back where the record has been gone for three days. */
async function settle({ database, mail }: Platform, domain: typeof orgDomains.$inferSelect, look: Look) {
  await database.accounts.transaction(async (tx) => {
    await noteLook(tx, domain, look);
    const isNews = look === 'missing' && !domain.missingSince;
    for (const email of isNews ? await administratorsOf(tx, domain.orgId) : [])
      await mail.queue(tx, email, { ...domainMissingMail(domain.domain), about: domain.orgId });
    const own = and(eq(orgDomains.orgId, domain.orgId), eq(orgDomains.domain, domain.domain));
    const [lost] = await tx
      .update(orgDomains)
      .set({ provedAt: null })
      .where(and(own, isNotNull(orgDomains.provedAt), lt(orgDomains.missingSince, LOST_AFTER)))
      .returning({ domain: orgDomains.domain });
    if (!lost) return;
    await unlinkPeopleOf(tx, domain.orgId, [lost.domain]);
    await record(tx, ITSELF, { type: 'domain_lost', orgId: domain.orgId, details: lost });
  });
}

/** Looks for the records of proved domains again, each once a day. */
export async function recheckDomains(platform: Platform) {
  const { env } = platform;
  const db = platform.database.accounts;
  for (let due = await takeDue(db); due.length > 0; due = await takeDue(db)) {
    const looks = await Promise.all(due.map(async (domain) => ({ domain, look: await lookForProof(env, domain) })));
    for (const { domain, look } of looks) await settle(platform, domain, look);
  }
}
