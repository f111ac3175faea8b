import { count, eq, inArray, or, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { brandings, memberships, users } from '../../db/schema/index.ts';
import { type Language, languageOf } from '../languages.ts';

/** The brand settings of a client without the logo: mails load nothing. */
type MailBranding = Pick<typeof brandings.$inferSelect, 'name' | 'color'>;

/** The language and brand of a mail. */
export interface MailStyle {
  language: Language;
  branding?: MailBranding;
}

interface Addressed {
  to: string;
  template: { about?: string; writtenFor?: string };
}

/** The accounts with these addresses, or in whose style mails to strangers are written. */
async function findAccounts(db: AccountDb, mails: Addressed[]) {
  const addresses = mails.map(({ to }) => to);
  const ids = mails.flatMap(({ template }) => template.writtenFor ?? []);
  return db
    .select({
      id: users.id,
      email: users.email,
      locale: users.locale,
      seats: count(memberships.id),
      anyOrg: sql<string | null>`(array_agg(${memberships.orgId}))[1]`,
    })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .where(or(inArray(users.email, addresses), ids.length > 0 ? inArray(users.id, ids) : undefined))
    .groupBy(users.id);
}

/**
 * Finds how mails are written: in the language of the account’s profile, and in the brand of the client that they name,
 * else of the account’s organization. Of several organizations none is meant: then it is the portal's own.
 */
export async function mailStylesFor(db: AccountDb, mails: Addressed[]) {
  const accounts = await findAccounts(db, mails);
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const byId = new Map<string | undefined, (typeof accounts)[number]>(accounts.map((account) => [account.id, account]));
  const accountOf = ({ to, template }: Addressed) => byEmail.get(to) ?? byId.get(template.writtenFor);
  const orgOf = (mail: Addressed) => {
    const { seats = 0, anyOrg = null } = accountOf(mail) ?? {};
    return mail.template.about ?? (seats === 1 ? anyOrg : null);
  };

  const ids = [...new Set(mails.flatMap((mail) => orgOf(mail) ?? []))];
  const { orgId, name, color } = brandings;
  const rows = ids.length > 0 ? await db.select({ orgId, name, color }).from(brandings).where(inArray(orgId, ids)) : [];
  const chosen = new Map<string | null, MailBranding>(rows.map(({ orgId: id, ...branding }) => [id, branding]));

  return (mail: Addressed): MailStyle => {
    const branding = chosen.get(orgOf(mail));
    return { language: languageOf(accountOf(mail)?.locale), ...(branding && { branding }) };
  };
}
