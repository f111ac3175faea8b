import { type Attack, inLoops } from './attack.ts';
import { noFailures, p95AtMost } from './bounds.ts';
import { signedIn } from './clients.ts';

const PAGES = '/api/cms/pages';
/** As many openings of links and quotation marks as a page has room for. */
const SLOW = `x${'‹?'.repeat(249_999)}`;
const SHORT = '## What an implant costs\n\nOne implant with its **crown** costs between $3,200 and $4,800.\n';

const slowPages: Attack = {
  name: 'pages',
  title: 'pages of 499,999 characters that are slow to render, saved in loops by 6 clients',
  clients: 6,
  run: (stage) =>
    inLoops(stage, 6, (loop, round) => {
      const body = JSON.stringify({ title: `Slow ${loop} ${round}`, content: SLOW });
      return stage.call({ method: 'POST', path: PAGES, headers: signedIn(stage.client(loop)), body });
    }),
  neighbour: (client, n) => ({
    method: 'POST',
    path: PAGES,
    headers: signedIn(client),
    body: JSON.stringify({ title: `What an implant costs, ${n}`, content: SHORT }),
  }),
  every: 50,
  bounds: [p95AtMost(500), noFailures],
};

export const pageAttacks = [slowPages];
