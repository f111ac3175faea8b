import { eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, organizations, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Data, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';
import {
  AccountEmail,
  Name,
  OrgId,
  OrgName,
  PersonName,
  Phone,
  ProperName,
  Role,
  TimeZone,
  UserId,
  WebAddress,
} from '../shapes.ts';

const { get, put } = authRoutes('Account');

const isLocale = (tag: string) => {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
};

const FIELDS = {
  name: { description: 'Full name.', example: 'Dana Moreau' },
  phone: { description: 'Phone number.', example: '+12075550187' },
  jobTitle: { description: 'Job title.', example: 'Practice manager' },
  avatarUrl: {
    description: 'Web address of a profile picture.',
    example: 'https://harborstreetdental.example/team/dana.jpg',
  },
  timezone: { description: 'IANA time zone.', example: 'America/New_York' },
  locale: { description: 'BCP 47 language tag.', example: 'en-US' },
};

const Profile = z
  .object({
    id: UserId,
    email: AccountEmail,
    emailVerified: z.boolean().describe('Whether the email address is verified.'),
    name: PersonName,
    phone: z.string().nullable().meta(FIELDS.phone),
    jobTitle: z.string().nullable().meta(FIELDS.jobTitle),
    avatarUrl: z.string().nullable().meta(FIELDS.avatarUrl),
    timezone: z.string().nullable().meta(FIELDS.timezone),
    locale: z.string().nullable().meta(FIELDS.locale),
    twoFactorEnabled: z.boolean().describe('Whether two-factor authentication is on.'),
    orgId: OrgId.describe('The organization of this session.'),
    orgName: OrgName,
    role: Role.describe('Role in the organization of this session.'),
    createdAt: Timestamp.describe('When the account was created.'),
    updatedAt: Timestamp.describe('When the profile was last changed.'),
  })
  .meta({ id: 'Profile', description: 'A user’s profile, with the organization of the session.' });

/** A partial update: omitted fields keep their value, `null` clears. */
const ProfileEdit = z
  .object({
    name: ProperName.nullable().meta(FIELDS.name),
    phone: Phone.nullable().meta(FIELDS.phone),
    jobTitle: Name.nullable().meta(FIELDS.jobTitle),
    avatarUrl: WebAddress.nullable().meta(FIELDS.avatarUrl),
    timezone: TimeZone.nullable().meta(FIELDS.timezone),
    locale: z.string().max(64).refine(isLocale, 'must be a BCP 47 language tag').nullable().meta(FIELDS.locale),
  })
  .partial();

type SessionContext = {
  db: AccountDb;
  user: { id: string };
  session: { organization: { clientId: string }; role: 'admin' | 'member' };
};

async function readProfile({ db, user, session }: SessionContext) {
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

  const { user: account, ...organization } = found;
  return { ok: true as const, data: { ...account, ...organization, role: session.role } };
}

export const profileProcedures = {
  profile: signedInProcedure
    .meta(
      get('/auth/account/profile', 'Get the profile', {
        description: 'The profile of the signed-in user, with the organization and the role of this session.',
        returns: 'The profile.',
      }),
    )
    .output(Data(Profile))
    .query(({ ctx }) => readProfile(ctx)),

  updateProfile: signedInProcedure
    .meta(
      put('/auth/account/profile', 'Update the profile', {
        description: 'Changes the fields that are sent. `null` clears a field; omitted fields keep their value.',
        returns: 'The profile after the change.',
      }),
    )
    .input(ProfileEdit)
    .output(Data(Profile))
    .mutation(async ({ ctx, input }) => {
      if (Object.keys(input).length > 0) await ctx.db.update(users).set(input).where(eq(users.id, ctx.user.id));
      return readProfile(ctx);
    }),
};
