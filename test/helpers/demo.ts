import { type DemoTools, seedDemo } from '../../demo/seed.ts';
import { newSecondFactor } from '../../routers/auth/public.ts';
import { describePage } from '../../routers/cms/public.ts';
import { sealCredential } from '../../routers/connections/public.ts';
import { questionKey, storeEvidence } from '../../routers/visibility/public.ts';
import { newWebhookSecret } from '../../routers/webhooks/public.ts';
import { hashPassword } from '../../server/identity/password.ts';
import type { Portal } from './portal.ts';

/** Seeds the demo organization as a start does; false if it exists. */
export const seedDemoOf = ({ deps: { database, env } }: Portal, tools: Partial<DemoTools> = {}) =>
  seedDemo(database, {
    hashPassword: (password) => hashPassword('seed', password),
    describePage,
    storeEvidence,
    questionKey,
    sealWebhookSecret: (id) => newWebhookSecret(env, id).sealedSecret,
    sealSecondFactor: (userId) => newSecondFactor(env, userId).sealed,
    sealConnection: (id, credential) => sealCredential(env, id, credential),
    ...tools,
  });
