import { eq } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { clientExports, organizations } from '../../../db/schema/index.ts';
import { notFound, PortalError } from '../../../server/errors.ts';

/** The data of a suspended organization is closed. @throws CLIENT_SUSPENDED */
export function requireActive({ status }: { status: string }) {
  if (status !== 'active') throw new PortalError('CLIENT_SUSPENDED');
}

/** Holds an archive closed with the other data of its organization. @throws NOT_FOUND, CLIENT_SUSPENDED */
export async function requireActiveOwner(db: AccountDb, file: string) {
  const [owner] = await db
    .select({ status: organizations.status })
    .from(clientExports)
    .innerJoin(organizations, eq(organizations.id, clientExports.orgId))
    .where(eq(clientExports.file, file));
  if (!owner) throw notFound();
  requireActive(owner);
}
