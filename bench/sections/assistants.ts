import { openFleet, type Server } from '../fleet.ts';
import type { Aim } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedApiKey, seedOrganization, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const PATH = '/api/visibility/scores';
const TENANTS = 50;
const VERSION = '2026-07-28';

const SELF = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const callOf = (params: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_scores', arguments: {}, ...params },
  });

const CALLS = {
  current: {
    body: callOf({ _meta: SELF }),
    headers: { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'get_scores' },
  },
  of2025: { body: callOf({}), headers: {} },
};

/** The same figures read by keys of many organizations: over REST, and as a tool of assistants. */
export const assistants: Section = async (place, pace) => {
  const keys = await place.prepare(async (database) => {
    const made: string[] = [];
    while (made.length < TENANTS) made.push(await seedApiKey(database, await seedOrganization(database), ['read']));
    await settle(database);
    return made;
  });
  let asked = 0;
  const bearer = () => ({ authorization: `Bearer ${keys[asked++ % TENANTS]}` });
  const rest: Aim = { path: PATH, request: () => ({ headers: bearer() }) };
  const tool = ({ headers, body }: { headers: Record<string, string>; body: string }): Aim => ({
    method: 'POST',
    path: '/mcp',
    request: () => ({ headers: { accept: 'application/json, text/event-stream', ...headers, ...bearer() }, body }),
  });

  await using fleet = openFleet(place);
  const server: Server = await fleet.start('portal');
  const figures = await compete(
    [
      { name: 'a  REST', server, aim: rest },
      { name: 'b  tool, revision of 2026', server, aim: tool(CALLS.current) },
      { name: 'c  tool, client of 2025', server, aim: tool(CALLS.of2025) },
    ],
    pace,
  );
  const cpu = (letter: string) => figures.find(({ name }) => name.startsWith(letter))?.cpu ?? Number.NaN;
  return {
    title: `GET ${PATH} and the tool get_scores, with API keys of ${TENANTS} organizations`,
    figures,
    targets: [
      atMost('CPU of b at most 1.5 times that of a', 1.5, cpu('b') / cpu('a'), true),
      atMost('CPU of c at most 1.5 times that of a', 1.5, cpu('c') / cpu('a'), true),
    ],
  };
};
