import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { operatorGrants } from '../../db/schema/index.ts';
import type { AnalyticsRow } from '../../demo/services/google/analytics.ts';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { openPortal, type Portal } from './portal.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The JSON key of a service account, as far as the portal reads it. */
export const ACCOUNT = {
  client_email: 'portal@agency.iam.gserviceaccount.com',
  private_key: String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
};

/** Lets a Google know the service account. */
export const admitAccount = ({ accounts }: ReturnType<typeof emptyGoogle>) => {
  accounts[ACCOUNT.client_email] = String(keys.publicKey.export({ type: 'spki', format: 'pem' }));
};

/** A grant of the operator that reads nothing, for calls that need one. */
export async function unusedGrant({ deps }: Portal) {
  const id = randomUUID();
  await deps.database.accounts.insert(operatorGrants).values({ id, sealedCredential: 'none' });
  return id;
}

/** A small Google that knows the service account, and a portal that calls it. */
export function portalWithGoogle() {
  const store = emptyGoogle();
  admitAccount(store);
  const opened = { store } as { store: typeof store; google: Awaited<ReturnType<typeof startGoogle>>; portal: Portal };
  beforeAll(async () => {
    opened.google = await startGoogle({ store });
    opened.portal = await openPortal({
      env: {
        GOOGLE_API_BASE: opened.google.url,
        GOOGLE_ACCOUNTS_BASE: opened.google.url,
        GOOGLE_CLIENT_ID: store.client.id,
        GOOGLE_CLIENT_SECRET: store.client.secret,
      },
    });
  });
  afterAll(async () => {
    await opened.portal.close();
    await opened.google.close();
  });
  return opened;
}

/** Sessions of one kind at 14:00 of a day. */
export const analyticsRow = (day: string, facts: Partial<AnalyticsRow> = {}): AnalyticsRow => ({
  dateHour: `${day.replaceAll('-', '')}14`,
  source: 'google',
  medium: 'organic',
  channel: 'Organic Search',
  page: '/',
  users: 3,
  sessions: 4,
  views: 6,
  bounces: 1,
  seconds: 200,
  keyEvents: 1,
  ...facts,
});
