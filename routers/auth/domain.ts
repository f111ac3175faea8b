import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { sweepTokens } from './one-time-tokens.ts';
import { sweepInvitations } from './org/seats.ts';
import { processResetRequest } from './reset-requests.ts';
import { sweepFailures } from './wrong-passwords.ts';

export const authDomain: Domain = {
  jobs: (deps) => ({ 'password-resets': processResetRequest(deps) }),
  sweeps: ({ database: { accounts } }) => [
    { what: 'expired tokens', every: minutes(10), run: () => sweepTokens(accounts) },
    { what: 'expired invitations', every: minutes(60), run: () => sweepInvitations(accounts) },
    { what: 'old sign-in failures', every: minutes(60), run: () => sweepFailures(accounts) },
  ],
};
