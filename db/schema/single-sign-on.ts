import { isNotNull } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations, role, users } from './accounts.ts';
import { createdAt, moment, updatedAt } from './columns.ts';

const orgId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** The identity provider (OpenID Connect) that people of an organization sign in with. */
export const identityProviders = pgTable('identity_providers', {
  orgId: orgId().primaryKey(),
  /** Another one with each change of the provider: sign-ins that began before it end nowhere. */
  revision: uuid().notNull().unique(),
  issuer: text().notNull(),
  /** What the provider calls the portal. */
  registeredClient: text().notNull(),
  sealedSecret: text().notNull(),
  defaultRole: role().notNull(),
  /** Whether members sign in by it alone. */
  enforce: boolean().notNull().default(false),
  /** When an administrator first came in by it since its last change. */
  triedAt: moment(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Domains of mail that organizations call theirs. Of those that prove one by the DNS, the first has it. */
export const orgDomains = pgTable(
  'org_domains',
  {
    orgId: orgId(),
    domain: text().notNull(),
    /** What its TXT record says. */
    challenge: text().notNull(),
    provedAt: moment(),
    checkedAt: moment(),
    /** What the last look said against it. */
    problem: text().$type<'missing' | 'no_answer' | 'taken'>(),
    /** Since when the record of a proved domain is gone. */
    missingSince: moment(),
    createdAt: createdAt(),
  },
  (one) => [
    primaryKey({ columns: [one.orgId, one.domain] }),
    uniqueIndex('org_domains_proved').on(one.domain).where(isNotNull(one.provedAt)),
    index('org_domains_due').on(one.checkedAt).where(isNotNull(one.provedAt)),
  ],
);

/** Accounts by what an identity provider calls their people: addresses change hands, subjects do not. */
export const identities = pgTable(
  'identities',
  {
    orgId: orgId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
  },
  (identity) => [
    primaryKey({ columns: [identity.orgId, identity.issuer, identity.subject] }),
    unique().on(identity.orgId, identity.userId),
    index().on(identity.userId),
  ],
);

/** Whom an administrator has removed from an organization: the identity provider does not bring them back. */
export const removedMembers = pgTable(
  'removed_members',
  {
    orgId: orgId(),
    /** A keyed hash of the address, or of the subject at the provider, which outlives the account. */
    markHash: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (removed) => [primaryKey({ columns: [removed.orgId, removed.markHash] }), index().on(removed.userId)],
);
