import { randomUUIDv7 } from 'node:crypto';
import { and, count, eq, max, min } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { connections, searchDaily, websiteDaily } from '../../db/schema/index.ts';
import { daysAgo, momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

/** Seals the credential of the connection with this id, as it is stored. */
export type SealConnection = (id: string, credential: string) => string;

/** The tools of the demo by kind, whose small servers a start of the demo runs. */
export const DEMO_TOOLS = {
  plausible: { property: 'harborstreetdental.example', credential: 'key-of-the-demo' },
  umami: { property: 'booking-page', credential: 'key-of-the-demo' },
  matomo: { property: '3', credential: 'token-of-the-demo' },
} as const;

/** The property of the demo at a small Google; a start of the demo makes the service account that reads it. */
export const DEMO_SITE = 'sc-domain:harborstreetdental.example';

const PAST = { from: 4, until: 480 };

/**
 * Seeds four connections, named as demo: two that work, one whose token is no longer accepted, and one that had no
 * answer and is mended by the next sync. None is due: where the demo is not started, there is nobody to ask.
 */
export async function seedConnections(db: TenantDb, { clientId, now }: Demo, seal: SealConnection) {
  const mine = and(eq(websiteDaily.clientId, clientId), eq(websiteDaily.source, 'plausible'));
  const { date } = websiteDaily;
  const [brought] = await db
    .select({ firstDay: min(date), lastDay: max(date), rows: count() })
    .from(websiteDaily)
    .where(mine);
  const [searched] = await db
    .select({ firstDay: min(searchDaily.date), lastDay: max(searchDaily.date), rows: count() })
    .from(searchDaily)
    .where(eq(searchDaily.clientId, clientId));
  const row = (kind: keyof typeof DEMO_TOOLS, label: string, credential: string = DEMO_TOOLS[kind].credential) => {
    const id = randomUUIDv7();
    const { property } = DEMO_TOOLS[kind];
    return { clientId, id, kind, label: `${label} (demo)`, property, sealedCredential: seal(id, credential) };
  };
  const nextSyncAt = momentAgo(now, -1);
  const works = { since: momentAgo(now, 80), lastSyncAt: momentAgo(now, 0, 4), nextSyncAt };
  const google = randomUUIDv7();
  const noAccount = seal(google, '{}');
  await db.insert(connections).values([
    { ...row('plausible', 'harborstreetdental.example'), ...brought, ...works },
    {
      clientId,
      id: google,
      kind: 'search_console',
      label: 'harborstreetdental.example (demo)',
      property: DEMO_SITE,
      sealedCredential: noAccount,
      ...searched,
      ...works,
    },
    {
      ...row('matomo', 'Patient portal', 'token-that-was-revoked'),
      status: 'revoked',
      problem: 'credential_refused',
      since: momentAgo(now, 3),
      nextSyncAt,
    },
    {
      ...row('umami', 'Booking page'),
      status: 'needs_attention',
      problem: 'no_answer',
      since: momentAgo(now, 2),
      nextSyncAt,
      lastSyncAt: momentAgo(now, 1),
      pastDay: daysAgo(now, PAST.from),
      pastUntil: daysAgo(now, PAST.until),
    },
  ]);
}
