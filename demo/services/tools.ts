import { ZONE } from '../data/calendar.ts';
import { DEMO_SITE, DEMO_TOOLS } from '../data/connections.ts';
import { searchRows } from '../data/search.ts';
import { startGoogle } from './google/server.ts';
import { emptyGoogle } from './google/tokens.ts';
import { startMatomo } from './matomo/server.ts';
import { startPlausible } from './plausible/server.ts';
import { startUmami } from './umami/server.ts';
import { fewVisits, websiteVisits } from './visits.ts';

/** Enough for the last days and one part of the past: the rest comes hour by hour. */
const CALLS_AN_HOUR = 100;

/** A small Google with the Search Console of the demo's website, and public keys of accounts by their address. */
function startDemoGoogle(now: Date, accounts: Record<string, string>) {
  const store = emptyGoogle();
  Object.assign(store, { accounts, sites: { [DEMO_SITE]: searchRows(now) } });
  return startGoogle({ store });
}

/** Starts the small servers of the tools that the demo organization has connected. */
export async function startTools(now: Date, googleAccounts: Record<string, string> = {}) {
  const { plausible, umami, matomo } = DEMO_TOOLS;
  const few = fewVisits(now);
  const servers = {
    plausible: await startPlausible({
      sites: {
        [plausible.property]: { apiKey: plausible.credential, timezone: ZONE, visits: websiteVisits(now) },
      },
    }),
    umami: await startUmami({
      sites: { [umami.property]: { apiKey: umami.credential, visits: few } },
      callsAnHour: CALLS_AN_HOUR,
    }),
    matomo: await startMatomo({
      sites: { [matomo.property]: { name: 'Patient portal', token: matomo.credential, visits: few } },
    }),
  };
  const google = await startDemoGoogle(now, googleAccounts);
  return {
    urls: { plausible: servers.plausible.url, umami: `${servers.umami.url}api/`, matomo: servers.matomo.url },
    googleUrl: google.url,
    close: () => Promise.all([google, ...Object.values(servers)].map((server) => server.close())),
  };
}
