import { describe, expect, it } from 'vitest';
import { operations } from '../helpers/documented.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome, pathTo } from '../helpers/wire.ts';

const portal = portalForThisFile();

const accepts = (scheme: string) =>
  operations.filter(({ operation: { security } }) => security.some((one) => scheme in one)).map(({ name }) => name);

const sorted = (names: string[]) => names.toSorted();

/** The operations that answer a caller otherwise than with one of these outcomes. */
async function answering(
  send: (method: 'GET', url: string) => Promise<string>,
  refusals: string[],
  among = operations,
) {
  const open: string[] = [];
  for (const { name, method, path } of among) {
    const answer = await send(method as 'GET', `/api${pathTo(path, 'no-id')}`);
    if (!refusals.includes(answer)) open.push(name);
  }
  return open;
}

describe('The security of the document', () => {
  it('is empty exactly where no session is asked for', async () => {
    const stranger = portal.visitor();
    const send = async (method: 'GET', url: string) => outcome(await stranger.send(method, url, undefined));

    const open = await answering(send, ['401 UNAUTHENTICATED']);

    const documented = operations.filter(({ operation: { security } }) => security.length === 0);
    expect(sorted(open)).toEqual(sorted(documented.map(({ name }) => name)));
  });

  it('has an API key exactly where keys are taken', async () => {
    const pipeline = await (await portal.register()).pipeline(['ingest', 'read']);
    const send = async (method: 'GET', url: string) => outcome(await pipeline.send(method, url, undefined));
    // Routes for anyone do not look at keys, those of operators do not exist for them, and a report takes a browser to
    // print.
    const asked = operations.filter(
      ({ path, operation: { security } }) =>
        security.length > 0 && !path.startsWith('/operator') && path !== '/exports/report',
    );

    const open = await answering(send, ['401 UNAUTHENTICATED', '403 FORBIDDEN'], asked);

    const documented = accepts('ApiKey').filter((name) => name !== 'GET /exports/report');
    expect(sorted(open)).toEqual(sorted(documented));
  });
});
