import { generateKeyPairSync } from 'node:crypto';
import { chance } from '../../demo/data/chance.ts';
import { startGoogle } from '../../demo/services/google/server.ts';
import { emptyGoogle } from '../../demo/services/google/tokens.ts';
import { plusDays, todayIn } from '../../routers/values/days.ts';
import { serveBench } from '../helper-process.ts';

/** What Google has of each client: the past that is read, so many kinds of sessions and so many queries a day. */
const KNOWN = { analyticsDays: 365, searchDays: 490, kinds: 12, queries: 30 };

const lastDays = (count: number) => Array.from({ length: count }, (_, ago) => plusDays(todayIn('UTC'), -1 - ago));

const analyticsRows = () =>
  lastDays(KNOWN.analyticsDays).flatMap((date, day) =>
    Array.from({ length: KNOWN.kinds }, (_, kind) => {
      const sessions = 1 + Math.floor(30 * chance(day * 31 + kind));
      return {
        dateHour: `${date.replaceAll('-', '')}${String(8 + kind).padStart(2, '0')}`,
        source: `source-${kind % 6}`,
        medium: kind % 2 ? 'organic' : 'referral',
        channel: kind % 2 ? 'Organic Search' : 'Referral',
        page: `/page-${kind}`,
        users: Math.ceil(sessions * 0.8),
        sessions,
        views: sessions * 2,
        bounces: Math.floor(sessions / 3),
        seconds: sessions * 60,
        keyEvents: sessions % 3,
      };
    }),
  );

const searchRows = () =>
  lastDays(KNOWN.searchDays).flatMap((date, day) =>
    Array.from({ length: KNOWN.queries }, (_, number) => {
      const impressions = 1 + Math.floor(80 * chance(day * 37 + number));
      const page = `https://bench.example/page-${number % 10}`;
      return {
        date,
        query: `query ${number}`,
        page,
        clicks: impressions >> 4,
        impressions,
        position: 1 + (number % 9),
      };
    }),
  );

// A small Google in a process of its own, on which each client has a website, read by one service account.

const count = Number(process.argv[2]);
const store = emptyGoogle();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const client_email = 'portal@bench.iam.gserviceaccount.com';
store.accounts[client_email] = String(publicKey.export({ type: 'spki', format: 'pem' }));
// All have the same figures: what the portal does with them is counted, not what Google keeps.
const [sessions, searches] = [analyticsRows(), searchRows()];
for (let number = 1; number <= count; number++) {
  store.properties[`properties/${number}`] = { timeZone: 'UTC', rows: sessions };
  store.sites[`sc-domain:client-${number}.example`] = searches;
}
let calls = 0;
const { url } = await startGoogle({
  store,
  instead() {
    calls += 1;
    return false;
  },
});
const private_key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
serveBench({ url, serviceAccount: { client_email, private_key } }, () => calls);
