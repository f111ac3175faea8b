import { eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { authenticators, operators, organizations, platformRole, users } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { operatorPortfolios } from '../../../server/identity/reach.ts';
import { recordHourly } from '../../../server/identity/security-trail.ts';
import type { Support } from '../../../server/identity/support-sessions.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Modules, modulesOf } from '../../modules.ts';
import { Data, Timestamp } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
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
    verifiedByLink: z
      .boolean()
      .describe(
        'Whether only the link of an email verified it: the account keeps the limits of an unverified one until a further link is opened in a browser with its session.',
      ),
    name: PersonName,
    phone: z.string().nullable().meta(FIELDS.phone),
    jobTitle: z.string().nullable().meta(FIELDS.jobTitle),
    avatarUrl: z.string().nullable().meta(FIELDS.avatarUrl),
    timezone: z.string().nullable().meta(FIELDS.timezone),
    locale: z.string().nullable().meta(FIELDS.locale),
    twoFactorEnabled: z.boolean().describe('Whether two-factor sign-in is on.'),
    twoFactorRequired: z
      .boolean()
      .describe('Whether the organization of this session requires a second factor that the user has not set up.'),
    orgId: OrgId.describe('The organization of this session.'),
    orgName: OrgName,
    modules: Modules,
    role: Role.describe('Role in the organization of this session.'),
    operatorRole: z
      .enum(platformRole.enumValues)
      .nullable()
      .describe('Role in the company that runs the portal; null for everybody else.'),
    operatorPortfolios: z
      .array(
        z.object({
          id: z.uuid().describe('Id of the portfolio.'),
          name: z.string().meta({ description: 'Its name.', example: 'Region North' }),
        }),
      )
      .max(500)
      .nullable()
      .describe('The portfolios to which this role is limited; null where it is not.'),
    createdAt: Timestamp.describe('When the account was created.'),
    updatedAt: Timestamp.describe('When the profile was last changed.'),
    support: z
      .object({
        by: z.string().meta({ description: 'Name of the operator.', example: 'Olga Berg' }),
        reason: z.string().meta({
          description: 'Why the session was started.',
          example: 'The client asks why its listings are not found.',
        }),
        expiresAt: Timestamp.describe('When the support session ends.'),
        write: z.boolean().describe('Whether the support session may change the data of the client.'),
      })
      .optional()
      .describe('Only in a support session, in which an operator of the portal sees the client’s data.'),
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

type SessionContext = Pick<AccountContext, 'deps'> & {
  db: AccountDb;
  support?: Support | undefined;
  user: { id: string };
  session: { organization: { clientId: string }; role: 'admin' | 'member'; lacksSecondFactor: boolean };
};

async function readProfile({ db, deps, user, session, support }: SessionContext) {
  const [found] = await db
    .select({
      user: users,
      orgId: organizations.id,
      orgName: organizations.name,
      modules: organizations.modules,
      twoFactorEnabled: isNotNull(authenticators.userId).mapWith(Boolean),
      operatorRole: operators.role,
      operatorPortfolios,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, session.organization.clientId))
    .leftJoin(authenticators, eq(authenticators.userId, users.id))
    .leftJoin(operators, eq(operators.userId, users.id))
    .where(eq(users.id, user.id));
  if (!found) throw notFound();

  const { user: account, ...organization } = found;
  const { role, lacksSecondFactor: twoFactorRequired } = session;
  return {
    ok: true as const,
    data: {
      ...account,
      ...organization,
      modules: await modulesOf(deps, { id: organization.orgId, modules: organization.modules }),
      role,
      twoFactorRequired,
      ...(support && { support: { ...support, write: support.writes } }),
    },
  };
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
      const fields = Object.keys(input).sort();
      if (fields.length > 0)
        await ctx.db.transaction(async (tx) => {
          await lockCaller(tx, ctx);
          await tx.update(users).set(input).where(eq(users.id, ctx.user.id));
          const about = { userId: ctx.user.id, orgId: ctx.tenant.clientId, details: { fields } };
          await recordHourly(tx, ctx.request, { type: 'profile_updated', ...about }, [ctx.session.id, ...fields]);
        });
      return readProfile(ctx);
    }),
};
