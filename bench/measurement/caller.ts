import { address } from '../neighbours/caller.ts';
import type { startProcess } from '../started.ts';

export const AT = '/api/visibility/measurement';

interface Answered {
  id: string;
  status: string;
  finishedAt: string | null;
}

export type Call = <Data = Answered>(
  method: string,
  path: string,
  body?: object,
) => Promise<{ headers: Headers; data: Data }>;

let registered = 0;

/** Registers an administrator of an organization named Example, and returns how it calls the portal. */
export async function register({ url }: Pick<Awaited<ReturnType<typeof startProcess>>, 'url'>, name: string) {
  const own = { 'x-forwarded-for': address(++registered), origin: url };
  const headers: Record<string, string> = { 'content-type': 'application/json', ...own };
  const call: Call = async <Data>(method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return { headers: answer.headers, data: ((await answer.json()) as { data: Data }).data };
  };
  const account = { email: `bench-${name}@example.com`, password: 'a password of the bench', orgName: 'Example' };
  const made = await call('POST', '/api/auth/register', account);
  headers.cookie = made.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return call;
}
