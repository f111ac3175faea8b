import { redirect } from '@tanstack/react-router';
import { api, queryClient } from './api/client.ts';
import { statusOf } from './api/errors.ts';
import { store } from './api/store.ts';
import { setViewed } from './api/viewed.ts';
import { applyBrand } from './look/brand.ts';
import { languageFor, speak } from './texts/language.ts';

const stated = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content;

/** Whether this browser may have a session. Its cookie is hidden from scripts, so the document says so. */
let mayHaveSession = stated() !== 'none';

/** Whether people may make accounts without an invitation. */
export const mayRegister = document.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content !== 'invited';

/** Whether this browser may be signed in. */
export const hasSession = () => mayHaveSession;

/** The number of sessions of this tab: the frame of the pages is recreated with each. */
export const sessionCount = store(0);

/** The token between the password and the second factor. In memory only: who reloads the page signs in again. */
let secondStep: string | undefined;

export const secondFactorToken = () => secondStep;

export function awaitSecondFactor(token: string) {
  secondStep = token;
}

/** Clears the cached data of the previous session. */
export function beginSession() {
  secondStep = undefined;
  mayHaveSession = true;
  setViewed(undefined);
  hasEnded = false;
  queryClient.clear();
  tabs.postMessage('begun');
}

/** The other tabs of this browser. */
const tabs = new BroadcastChannel('session');
// They share the cookie: their queries are repeated, and lead to the sign-in page once the session has ended.
tabs.onmessage = ({ data }) => {
  if (data === 'begun') mayHaveSession = true;
  void queryClient.invalidateQueries();
};

/** Clears the cache, and tells the other tabs. */
export function signedOut() {
  setViewed(undefined);
  endSession();
  hasEnded = false;
  tabs.postMessage('over');
}

export function endSession() {
  mayHaveSession = false;
  queryClient.clear();
}

let hasEnded = false;

/** Whether the session of this tab has ended by itself: the sign-in page says so. */
export const endedByItself = () => hasEnded;

/** Clears the cache of a session that the portal has ended. */
export function sessionEnded() {
  endSession();
  hasEnded = true;
}

/** The path to continue at, from the address. Only own paths are accepted; everything else leads to the overview. */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  try {
    const { origin, pathname, search, hash } = new URL(next, location.origin);
    return origin === location.origin ? pathname + search + hash : '/';
  } catch {
    return '/';
  }
}

/** The signed-in person. A failure is told at once: where there is no frame yet, nothing else says that it is waited. */
const askPerson = () => queryClient.ensureQueryData({ ...api.auth.account.profile.queryOptions(), retry: false });

/** Whether a second step is still to be set up: what is known may be from before it was. */
const stillLacksStep = async () => {
  const profile = { ...api.auth.account.profile.queryOptions(), retry: false, staleTime: 0 };
  return (await queryClient.fetchQuery(profile)).data.twoFactorRequired;
};

/** Where to go on after sign-in: at an own path, else operators, who have a second step, at their clients. */
export async function startPath(next: unknown) {
  if (next !== undefined) return ownPath(next);
  const person = await askPerson().catch(() => undefined);
  return person?.data.operatorRole ? '/operator' : '/';
}

/** Whether the portal knows this browser's session. */
export async function isSignedIn() {
  if (!mayHaveSession) return false;
  try {
    await askPerson();
    return true;
  } catch (error) {
    if (statusOf(error) === 401) endSession();
    return false;
  }
}

/** The pages open to people who must set up two-factor sign-in first. */
const OWN_PAGES = ['/settings/profile', '/settings/security', '/settings/notifications'];

/** The signed-in person. Others are sent to sign in, and come back to the same address. */
export async function requirePerson({ href, pathname }: { href: string; pathname: string }) {
  const signIn = () => redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  if (!mayHaveSession) throw signIn();
  try {
    const [{ data }, brand] = await Promise.all([
      askPerson(),
      // Once in a session: it may hold an image. Where it is missing, the pages look as the portal's own.
      queryClient
        .ensureQueryData({ ...api.auth.org.branding.queryOptions(), retry: false, gcTime: Number.POSITIVE_INFINITY })
        .catch(() => undefined),
    ]);
    applyBrand(brand?.data);
    await speak(languageFor(data.locale));
    if (data.twoFactorRequired && !OWN_PAGES.includes(pathname) && (await stillLacksStep()))
      throw redirect({ to: '/settings/security' });
    return data;
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
    endSession();
    throw signIn();
  }
}
