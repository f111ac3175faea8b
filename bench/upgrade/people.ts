import { setTimeout as pause } from 'node:timers/promises';
import { newToken } from '../../server/identity/tokens.ts';

/** Milliseconds before the next request after one that failed. */
const BREATH = 100;

/** What callers have seen since the start. */
export interface Seen {
  sent: number;
  failures: Map<string, number>;
  /** When the latest failure was seen, by `performance.now()`; 0 before the first. */
  latestFailure: number;
  /** Milliseconds of each answer. */
  times: number[];
}

/** A new administrator, over HTTP as the version that answers allows, who then reads and writes without pause. */
export async function openPerson(url: string, number: number, seen: Seen) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.1.0.${number}` };
  const account = { email: `${newToken().toLowerCase()}@example.com`, password: newToken(), orgName: 'Upgrade' };
  const made = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(account) });
  if (made.status !== 201) throw new Error(`The registration was answered with ${made.status}.`);
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

  function fail(what: string) {
    seen.failures.set(what, (seen.failures.get(what) ?? 0) + 1);
    seen.latestFailure = performance.now();
  }
  async function call(path: string, body?: object): Promise<unknown> {
    const began = performance.now();
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    try {
      seen.sent++;
      const response = await fetch(`${url}/api${path}`, { ...init, headers: { ...headers, cookie } });
      const answer = await response.json();
      if (response.ok) return answer;
      fail(`${path} ${response.status}`);
    } catch (error) {
      fail(`${path} ${(error as { cause?: { code?: string } }).cause?.code ?? 'cut'}`);
    } finally {
      seen.times.push(performance.now() - began);
    }
    await pause(BREATH);
    return undefined;
  }

  return async (isOver: () => boolean) => {
    for (let turn = 0; !isOver(); turn++) {
      const title = `Page ${turn}`;
      const stored = await call('/cms/pages', { title, content: '# Written during an upgrade' });
      const pages = await call('/cms/pages?limit=10');
      const isListed = Array.isArray(pages) && pages.some((page) => page.title === title);
      if (stored && pages && !isListed) fail('a stored page is not listed');
      for (const path of ['/auth/account/profile', '/dashboard/goals', '/visibility/overview']) await call(path);
    }
  };
}
