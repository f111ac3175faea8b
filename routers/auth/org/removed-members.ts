import { and, eq, inArray, or } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identities, removedMembers } from '../../../db/schema/index.ts';
import { sign } from '../../../server/files/links.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';

/** Whom an identity provider means. */
interface Subject {
  issuer: string;
  subject: string;
}

interface Person {
  orgId: string;
  userId: string;
  email: string;
  subject?: Subject;
}

type Keys = Pick<HandlerDeps, 'env'>;

// Hashed: the address itself would outlive an account that is deleted.
const ofAddress = ({ env }: Keys, { orgId, email }: Person) =>
  sign(env.SIGNING_KEY, 'address of a removed member', orgId, email);
const ofSubject = ({ env }: Keys, { orgId }: Person, { issuer, subject }: Subject) =>
  sign(env.SIGNING_KEY, 'subject of a removed member', orgId, issuer, subject);

function isOf(keys: Keys, person: Person) {
  const marks = [ofAddress(keys, person), ...(person.subject ? [ofSubject(keys, person, person.subject)] : [])];
  const marked = or(inArray(removedMembers.markHash, marks), eq(removedMembers.userId, person.userId));
  return and(eq(removedMembers.orgId, person.orgId), marked);
}

/** Remembers that an administrator removes somebody, by address and subject, also past the deletion of the account. */
export async function rememberRemoval(tx: AccountDb, keys: Keys, person: Person) {
  const { orgId, userId } = person;
  const own = and(eq(identities.orgId, orgId), eq(identities.userId, userId));
  const known = await tx.select().from(identities).where(own);
  const marks = [ofAddress(keys, person), ...known.map((identity) => ofSubject(keys, person, identity))];
  await tx
    .insert(removedMembers)
    .values(marks.map((markHash) => ({ orgId, userId, markHash })))
    .onConflictDoNothing();
}

/** Whether an administrator has removed the account, the address or the subject from the organization. */
export const wasRemoved = async (tx: AccountDb, keys: Keys, person: Person) =>
  (await tx.$count(removedMembers, isOf(keys, person))) > 0;

/** An invitation takes a removal back. */
export const forgetRemoval = (tx: AccountDb, keys: Keys, person: Person) =>
  tx.delete(removedMembers).where(isOf(keys, person));
