import { eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, organizations, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Data, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';
import { Name, Phone, Role, TimeZone, WebAddress } from '../shapes.ts';

const { get, put } = authRoutes('Account');

const isLocale = (tag: string) => {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
};

const Profile = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  jobTitle: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  timezone: z.string().nullable(),
  locale: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  orgId: z.uuid(),
  orgName: z.string(),
  role: Role,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** Partial: what is left out stays, `null` clears. */
const ProfileEdit = z
  .object({
    name: Name.nullable(),
    phone: Phone.nullable(),
    jobTitle: Name.nullable(),
    avatarUrl: WebAddress.nullable(),
    timezone: TimeZone.nullable(),
    locale: z.string().max(64).refine(isLocale, 'must be a BCP 47 language tag').nullable(),
  })
  .partial();

type Signed = {
  db: AccountDb;
  user: { id: string };
  session: { organization: { clientId: string }; role: 'admin' | 'member' };
};

async function readProfile({ db, user, session }: Signed) {
  const [found] = await db
    .select({
      user: users,
      orgId: organizations.id,
      orgName: organizations.name,
      twoFactorEnabled: isNotNull(authenticators.userId).mapWith(Boolean),
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, session.organization.clientId))
    .leftJoin(authenticators, eq(authenticators.userId, users.id))
    .where(eq(users.id, user.id));
  if (!found) throw notFound();

  const { user: account, ...more } = found;
  return { ok: true as const, data: { ...account, ...more, role: session.role } };
}

export const profileProcedures = {
  profile: signedInProcedure
    .meta(get('/auth/account/profile', 'One’s own profile'))
    .output(Data(Profile))
    .query(({ ctx }) => readProfile(ctx)),

  updateProfile: signedInProcedure
    .meta(put('/auth/account/profile', 'Change one’s own profile'))
    .input(ProfileEdit)
    .output(Data(Profile))
    .mutation(async ({ ctx, input }) => {
      if (Object.keys(input).length > 0) await ctx.db.update(users).set(input).where(eq(users.id, ctx.user.id));
      return readProfile(ctx);
    }),
};
