import { findChromiums } from '../../routers/exports/report/executables.ts';
import type { Place } from '../place.ts';
import { type Attack, inLoops, NotPossible } from './attack.ts';
import { noFailures } from './bounds.ts';
import { signedIn } from './clients.ts';

const REPORT = '/api/exports/report';

/** The browser that the portal would find, which runs in another environment than this process. */
export async function findBrowser({ emptyFolder }: Place): Promise<Record<string, string>> {
  const folder = await emptyFolder();
  try {
    for await (const { path } of findChromiums({ CHROMIUM_PATH: process.env.CHROMIUM_PATH, DATA_DIR: folder }))
      return path.startsWith(folder) ? {} : { CHROMIUM_PATH: path };
  } catch {
    // The one of the package does not run here.
  }
  throw new NotPossible('It needs an installed Chromium or Chrome, or CHROMIUM_PATH.');
}

const manyReports: Attack = {
  name: 'reports',
  title: 'a new name and a report with it, in 12 loops of one client',
  clients: 1,
  settings: findBrowser,
  run: (stage) =>
    inLoops(stage, 12, async (loop, round) => {
      const headers = signedIn(stage.client(0));
      const body = JSON.stringify({ name: `Harbor Street ${loop} ${round}` });
      await stage.call({ method: 'PUT', path: '/api/auth/org', headers, body });
      await stage.call({ path: REPORT, headers });
    }),
  neighbour: (client) => ({ path: REPORT, headers: signedIn(client) }),
  // Each of another client, whose first report it is, so that it is made and not found.
  every: 1000,
  timeout: 30_000,
  bounds: [noFailures],
};

export const reportAttacks = [manyReports];
