import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { assistantGrants, assistants } from '../../../db/schema/index.ts';
import { invalid } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Data } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';
import { answerTo, issuerOf } from './addresses.ts';
import { checkAsked, type Parameters } from './asked.ts';
import { GrantScope, SCOPES } from './shapes.ts';
import { issueCode } from './tokens.ts';

const GRANTS_PER_PERSON = 100;

// Who supports a client must not let in an assistant for them.
const { get, post } = authRoutes('Account');
const COMMON = { support: 'never', ofOrganization: true, whileSuspended: false } as const;

const parameter = (description: string, example: string, most = 2048) =>
  z.string().max(most).meta({ description, example }).optional();

const EXAMPLE: Parameters = {
  response_type: 'code',
  client_id: '7b0e6c1d-52f4-4a39-9d18-c6f2b7e0a413',
  redirect_uri: 'https://assistant.example/callback',
  scope: 'read',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  resource: 'http://localhost:3000/mcp',
};

const AskedFor = z.object({
  response_type: parameter('`code`.', 'code'),
  client_id: parameter('Id of the assistant.', '7b0e6c1d-52f4-4a39-9d18-c6f2b7e0a413'),
  redirect_uri: parameter('Where the answer goes.', 'https://assistant.example/callback'),
  scope: parameter('Scopes, with spaces between them.', 'read'),
  state: parameter('Goes back with the answer.', 'af0ifjsldkj'),
  code_challenge: parameter('Challenge by RFC 7636.', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  code_challenge_method: parameter('`S256`.', 'S256'),
  resource: parameter('What the access is for: the address of `/mcp`.', 'https://portal.example.com/mcp'),
});

const Consent = z
  .object({
    assistant: z.string().meta({ description: 'Name that the assistant gives itself.', example: 'Claude' }),
    redirectHost: z.string().meta({ description: 'Host that gets the answer.', example: 'claude.ai' }),
    org: z
      .object({
        id: z.uuid().meta({ description: 'Id of the organization.', example: '3e8f0a52-41bb-4c63-a6ba-0d6d7f6b9c10' }),
        name: z.string().meta({ description: 'Name of the organization.', example: 'Harbor Street Dental' }),
      })
      .describe('The organization whose data it would see.'),
    scopes: z.array(GrantScope).meta({ description: SCOPES, example: ['read'] }),
  })
  .meta({ id: 'AssistantConsent', description: 'What an assistant asks for.' });

/** What is asked for, to be shown or answered. @throws VALIDATION_ERROR */
async function readAsked(ctx: AccountContext, given: Parameters) {
  const { db, deps } = ctx;
  const limit = async () => assertWithinLimit(await ctx.consume('assistantRegistrations'));
  const asked = await checkAsked({ db, env: deps.env, network: networkOfRequest(ctx.request), count: limit }, given);
  if ('refusedAt' in asked) throw invalid('', 'The assistant’s request is not valid. Please begin again there.');
  return asked;
}

export const consentProcedures = {
  consent: signedInProcedure
    .meta(
      get('/auth/account/consent', 'Get what an assistant asks for', {
        ...COMMON,
        description: 'Takes the parameters of `/oauth/authorize`, which leads people to the page that shows this.',
        returns: 'The assistant, the organization and the scopes.',
        example: { query: EXAMPLE },
      }),
    )
    .input(AskedFor)
    .output(Data(Consent))
    .query(async ({ ctx, input }) => {
      const { assistant, redirectUri, scopes } = await readAsked(ctx, input);
      const { clientId: id, name } = ctx.tenant;
      const redirectHost = new URL(redirectUri).host;
      return { ok: true, data: { assistant: assistant.name, redirectHost, org: { id, name }, scopes } };
    }),

  answerConsent: signedInProcedure
    .meta(
      post('/auth/account/consent', 'Accept or refuse an assistant', {
        ...COMMON,
        description:
          'Lets the assistant in to the organization of the session, or refuses it. An earlier grant to the same assistant there is replaced. A person has at most 100 grants.',
        returns: 'Where the person goes next, with the answer for the assistant.',
        creates: false,
        example: { body: { ...EXAMPLE, allow: true } },
      }),
    )
    .input(AskedFor.extend({ allow: z.boolean().describe('Whether to let it in.') }))
    .output(
      Data(
        z.object({
          redirectTo: z.string().meta({
            description: 'The address of the assistant, with a code or an error.',
            example: 'https://assistant.example/callback?code=Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
          }),
        }),
      ),
    )
    .mutation(async ({ ctx, input: { allow, ...given } }) => {
      const { db, deps, tenant, user, request } = ctx;
      const { assistant, redirectUri, scopes, challenge, state } = await readAsked(ctx, given);
      const iss = issuerOf(deps.env);
      const end = (answer: Record<string, string>) => ({
        ok: true as const,
        data: { redirectTo: answerTo(redirectUri, { ...answer, state, iss }) },
      });
      if (!allow) return end({ error: 'access_denied' });

      const redirectHost = new URL(redirectUri).host;
      const code = await db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        const [own] = await tx
          .select({ grants: count() })
          .from(assistantGrants)
          .where(eq(assistantGrants.userId, user.id));
        if ((own?.grants ?? 0) >= GRANTS_PER_PERSON)
          throw invalid('', `A person lets in at most ${GRANTS_PER_PERSON} assistants. Please remove one first.`);
        const [grant] = await tx
          .insert(assistantGrants)
          .values({ userId: user.id, orgId: tenant.clientId, assistantId: assistant.id, redirectHost, scopes })
          .onConflictDoUpdate({
            target: [assistantGrants.orgId, assistantGrants.userId, assistantGrants.assistantId],
            set: { redirectHost, scopes },
          })
          .returning({ id: assistantGrants.id });
        if (!grant) throw new Error('A grant was not inserted.');
        if (!assistant.documented)
          await tx.update(assistants).set({ seenAt: new Date() }).where(eq(assistants.id, assistant.id));
        const about = { userId: user.id, orgId: tenant.clientId };
        const details = { grantId: grant.id, assistant: assistant.name, redirectHost, scopes };
        await record(tx, request, { type: 'assistant_allowed', ...about, details });
        return issueCode(tx, { grantId: grant.id, redirectUri, challenge });
      });
      return end({ code });
    }),
};
