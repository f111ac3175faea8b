import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { errorCodeOf } from '../../../db/error-code.ts';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';

/** Milliseconds of one question to one server, and how often it is asked. */
const LIMITS = { timeout: seconds(2), tries: 2 };

const ADDRESS = /^(?<host>\[.+\]|[^:]+)(?::(?<port>\d+))?$/;
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/** The record that proves a domain. */
export const proofOf = ({ domain, challenge }: { domain: string; challenge: string }) => ({
  txtName: `_client-portal.${domain}`,
  txtValue: `client-portal-verification=${challenge}`,
});

/** The resolver takes addresses alone. */
async function serverAddress(server: string) {
  const { host = '', port = '53' } = ADDRESS.exec(server)?.groups ?? {};
  const bare = host.replace(/^\[|\]$/g, '');
  const { address, family } = isIP(bare) ? { address: bare, family: isIP(bare) } : await lookup(bare);
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Looks for the record of a domain now. `no_answer` says nothing of the record. */
export async function lookForProof(
  { DNS_SERVER }: Pick<Env, 'DNS_SERVER'>,
  proof: { domain: string; challenge: string },
): Promise<'found' | 'missing' | 'no_answer'> {
  const { txtName, txtValue } = proofOf(proof);
  const resolver = new Resolver(LIMITS);
  try {
    if (DNS_SERVER) resolver.setServers([await serverAddress(DNS_SERVER)]);
    const records = await resolver.resolveTxt(txtName);
    return records.some((parts) => parts.join('').trim() === txtValue) ? 'found' : 'missing';
  } catch (error) {
    return NO_RECORD.includes(String(errorCodeOf(error))) ? 'missing' : 'no_answer';
  }
}
