import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/index.ts';
import { type Attack, inLoops, mustSucceed } from './attack.ts';
import { noFailures, slowestAtMost } from './bounds.ts';
import { bearer, signedIn } from './clients.ts';

// Texts of a scan that are slow to compare with the organization’s profile.

/** As long as a listed number may be that is read at all, and longer. */
const PHONE = `${'1'.repeat(60)}${' '.repeat(189)}#`;
/** One character that normalization makes eighteen of. */
const NAME = '\ufdfa'.repeat(2000);
const LISTINGS = { phones: 400, names: 690 };
const LOOPS = 4;

const scanOf = (listing: object, count: number) =>
  JSON.stringify({
    externalId: 'slow',
    completedAt: new Date().toISOString(),
    overall: { rawScore: 50, dynamicScore: 50, confidence: 1 },
    tiers: [],
    components: [],
    listings: Array.from({ length: count }, () => ({ directory: 'd', verificationStatus: 'verified', ...listing })),
  });

const slowTexts: Attack = {
  name: 'scans',
  title: `400 listings with odd phone numbers, 690 with long names, compared anew in ${2 * LOOPS} loops`,
  clients: 2,
  async prepare({ accounts }, clients) {
    const profile = { name: 'Harbor Street Dental', phone: '+12075550142', address: '12 Harbor Street' };
    for (const { id } of clients) await accounts.update(organizations).set(profile).where(eq(organizations.id, id));
    return [];
  },
  // Without a browser the report ends with the reading of its data.
  settings: async () => ({ CHROMIUM_PATH: '/nonexistent' }),
  async run(stage) {
    const { call, client } = stage;
    const [phones, names] = [client(0), client(1)];
    const ingest = async (key: string, body: string) =>
      mustSucceed(await call({ method: 'POST', path: '/api/ingest/scans', headers: bearer(key), body }), 'The scan');
    await ingest(phones.key, scanOf({ listedPhone: PHONE }, LISTINGS.phones));
    await ingest(names.key, scanOf({ listedName: NAME }, LISTINGS.names));

    const compareAgain = async (loop: number, round: number) => {
      const headers = signedIn(phones);
      // A new profile is compared with the listings again.
      const body = JSON.stringify({ address: `${loop + LOOPS * round} Harbor Street` });
      await call({ method: 'PUT', path: '/api/auth/org', headers, body });
      await call({ path: '/api/visibility/listing-health', headers });
    };
    await Promise.all([
      inLoops(stage, LOOPS, compareAgain),
      inLoops(stage, LOOPS, () => call({ path: '/api/exports/report', headers: signedIn(names) })),
    ]);
  },
  bounds: [slowestAtMost(250), noFailures],
};

export const scanAttacks = [slowTexts];
