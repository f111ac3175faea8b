import { type AnyColumn, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import {
  authenticators,
  identities,
  memberships,
  notificationSettings,
  organizations,
  passkeys,
  securityEvents,
  sessions,
  users,
} from '../../../db/schema/index.ts';
import type { Zip, ZipEntry } from '../../../server/files/zip.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { lacksSecondFactor } from '../../../server/identity/required-second-factor.ts';
import { service } from '../../../server/services.ts';
import { addManifest, addTable } from './contents.ts';
import { linesOf } from './rows.ts';
import { authorColumn, exportedColumns, PERSONAL } from './tables.ts';

/** The tables about an account. */
const ACCOUNT = [sessions, notificationSettings, authenticators, passkeys, identities, securityEvents];

/** The seats of a person, with the organizations. */
const seatsOf = ({ accounts }: Database, userId: string) =>
  accounts
    .select({
      orgId: memberships.orgId,
      organization: organizations.name,
      role: memberships.role,
      createdAt: memberships.createdAt,
      lastUsedAt: memberships.lastUsedAt,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id));

/** A person, and whether their sign-in alone proved two factors. */
interface Reader {
  userId: string;
  twoFactors: boolean;
}

/** The organization of a seat, if its data is open to the person: as procedures admit members. */
async function openTenant({ accounts }: Database, orgId: string, { userId, twoFactors }: Reader) {
  const tenant = await findTenant(accounts, orgId);
  if (tenant?.status !== 'active') return undefined;
  if (twoFactors) return tenant;
  const lacks = lacksSecondFactor(userId);
  const [found] = await accounts.select({ lacks }).from(organizations).where(eq(organizations.id, orgId));
  return found?.lacks === false ? tenant : undefined;
}

/** Questions, comments and feedback of a person in an organization, where its data is open to them. */
async function addWritten(zip: Zip, database: Database, orgId: string, reader: Reader) {
  const tenant = await openTenant(database, orgId, reader);
  if (!tenant) return [];
  const db = database.as(tenant);
  const files: ZipEntry[] = [];
  for (const table of PERSONAL) {
    const columns = exportedColumns(table);
    const only = eq(authorColumn(table) as AnyColumn, reader.userId);
    const source = { db, table, columns, where: eq(columns.clientId as AnyColumn, orgId), only };
    files.push(await addTable(zip, source, `organizations/${orgId}`));
  }
  return files;
}

/** Writes all that is a person’s own: the account, its sessions and trail, and what the person wrote. */
async function writePerson(zip: Zip, database: Database, reader: Reader) {
  const { accounts } = database;
  const { userId } = reader;
  const profile = exportedColumns(users);
  const files = [
    await addTable(zip, { db: accounts, table: users, columns: profile, where: eq(users.id, userId) }, 'account'),
  ];
  const seats = await seatsOf(database, userId);
  files.push(await zip.add('account/memberships.ndjson', [linesOf(seats)]));
  for (const table of ACCOUNT) {
    const { id, ...columns } = exportedColumns(table);
    // The id of a session is the hash of its cookie.
    const shown = table === sessions || id === undefined ? columns : { id, ...columns };
    files.push(
      await addTable(zip, { db: accounts, table, columns: shown, where: eq(table.userId, userId) }, 'account'),
    );
  }
  for (const { orgId } of seats) files.push(...(await addWritten(zip, database, orgId, reader)));
  await addManifest(zip, files);
}

/** Writes archives of people. */
export const personalArchives = service(({ database }) => ({
  write: (zip: Zip, reader: Reader) => writePerson(zip, database, reader),
}));
