import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { sealedColumn, sealedJobs } from '../../server/identity/sealed-places.ts';
import { sweepEmailChanges } from './account/email-changes.ts';
import { unsubscribeRoutes } from './account/unsubscribe.ts';
import { authorizationRoute } from './assistants/authorization.ts';
import { oauthDocuments } from './assistants/documents.ts';
import { sweepAssistants } from './assistants/registered.ts';
import { registrationRoute } from './assistants/registration.ts';
import { tokenRoute } from './assistants/token-route.ts';
import { sweepGrantTokens } from './assistants/tokens.ts';
import { sweepEmailCodes } from './email-code/codes.ts';
import { processCodeRequest } from './email-code/request.ts';
import { sweepTokens } from './one-time-tokens.ts';
import { sweepInvitations } from './org/seats.ts';
import { sweepChallenges } from './passkeys/challenges.ts';
import { removeTraces } from './removal/traces.ts';
import { processResetRequest } from './reset-requests.ts';
import { recheckDomains } from './sso/recheck.ts';
import { ssoRoutes } from './sso/routes.ts';
import { sweepPending } from './two-factor/pending.ts';
import { sweepFailures } from './wrong-passwords.ts';

export const authDomain: Domain = {
  routes(app, deps) {
    unsubscribeRoutes(app, deps);
    oauthDocuments(app, deps);
    registrationRoute(app, deps);
    authorizationRoute(app, deps);
    tokenRoute(app, deps);
    ssoRoutes(app, deps);
  },
  sealed: [
    sealedColumn('totp-secret', 'authenticators', 'secret', ['user_id']),
    sealedColumn('totp-secret', 'pending_authenticators', 'sealed_secret', ['user_id']),
    sealedColumn('backup-code', 'backup_codes', 'sealed_hash', ['user_id', 'id']),
    sealedColumn('identity-provider', 'identity_providers', 'sealed_secret', ['org_id']),
    sealedJobs('password-reset', 'password-resets'),
    sealedJobs('email-code', 'email-codes'),
    sealedJobs('account-removal', 'account-removals'),
  ],
  jobs: (deps) => ({
    'password-resets': processResetRequest(deps),
    'email-codes': processCodeRequest(deps),
    'account-removals': removeTraces(deps),
  }),
  sweeps: ({ env, database, database: { accounts }, mail }) => [
    { what: 'expired tokens', every: minutes(10), run: () => sweepTokens(accounts) },
    { what: 'expired codes by mail', every: minutes(10), run: () => sweepEmailCodes(accounts) },
    { what: 'answered challenges of passkeys', every: minutes(10), run: () => sweepChallenges(accounts) },
    { what: 'second factors that nobody confirmed', every: minutes(10), run: () => sweepPending(accounts) },
    { what: 'expired changes of address', every: minutes(60), run: () => sweepEmailChanges(accounts) },
    { what: 'expired tokens of assistants', every: minutes(10), run: () => sweepGrantTokens(accounts) },
    { what: 'assistants that nobody uses', every: minutes(60), run: () => sweepAssistants(accounts) },
    { what: 'domains of organizations', every: minutes(10), run: () => recheckDomains({ env, database, mail }) },
    { what: 'expired invitations', every: minutes(60), run: () => sweepInvitations(accounts) },
    { what: 'old sign-in failures', every: minutes(60), run: () => sweepFailures(accounts) },
  ],
};
