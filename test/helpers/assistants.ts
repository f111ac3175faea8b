import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Portal } from './portal.ts';

/** How an assistant of a revision of the protocol begins. */
export const REVISIONS = { '2026-07-28': { pin: '2026-07-28' }, 'of 2025': 'legacy' } as const;

/** An assistant that has a token, connected over a real socket by the client of the protocol's own package. */
export async function assistant(
  portal: Pick<Portal, 'listen'>,
  token: string,
  revision: keyof typeof REVISIONS = '2026-07-28',
) {
  const client = new Client(
    { name: 'Test assistant', version: '1.0.0' },
    { versionNegotiation: { mode: REVISIONS[revision] } },
  );
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', await portal.listen()), {
    requestInit: { headers },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

interface Called {
  isError?: boolean;
  structuredContent: Record<string, never>;
  content: { type: 'text'; text: string }[];
}

/** Calls a tool, and returns its result. */
export const callTool = async (client: Client, name: string, given: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: given })) as unknown as Called;

const ACCEPT = 'application/json, text/event-stream';

/** A message as a client of 2025 sends it, for what no client would send. */
export const message = (method: string, params: object = {}, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Sends a body to /mcp as it is. */
export const sendBody = (
  portal: Pick<Portal, 'inject'>,
  token: string | undefined,
  payload: string | object,
  headers: Record<string, string> = {},
) =>
  portal.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: ACCEPT,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload,
  });
