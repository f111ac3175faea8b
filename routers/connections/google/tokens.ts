import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';
import type { AskSource } from '../ask-source.ts';
import { SourceFailure } from '../problems.ts';
import { askForToken } from './ask-google.ts';

/** How long a process has a refresh for itself, how often others look, and how long before its end a token is old. */
export const REFRESH = { seconds: 40, look: seconds(0.2), looks: 200, early: seconds(60) };

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(10_000),
  refresh_token: z.string().max(10_000).optional(),
  expires_in: z.number().default(3600),
  scope: z.string().default(''),
});

interface Tokens {
  refresh: string;
  access: string;
  /** Milliseconds. */
  expires: number;
}

export interface GoogleUse {
  env: Env;
  ask: AskSource;
}

/** Where the sealed tokens of a consent are: of a client's grant, or of one of the operator. */
export interface TokenStore {
  id: string;
  read: () => Promise<{ sealed: string; scopes: string[] } | undefined>;
  /** Has the refresh of exactly these tokens for itself; false where another process is at it. */
  claim: (sealed: string) => Promise<boolean>;
  /** Ends that, with fresh tokens if there are any. */
  release: (fresh?: string) => Promise<unknown>;
}

const place = (id: string) => ({ purpose: 'connection-credential', record: id }) as const;
const clientOf = ({ GOOGLE_CLIENT_ID: client_id = '', GOOGLE_CLIENT_SECRET: client_secret = '' }: Env) => ({
  client_id,
  client_secret,
});

async function tokensFor({ env, ask }: GoogleUse, form: Record<string, string>) {
  const access = { ask, googleBase: env.GOOGLE_API_BASE };
  const { data } = TokenAnswer.safeParse(await askForToken(access, { ...clientOf(env), ...form }));
  if (!data) throw new SourceFailure('strange_answer');
  const expires = Date.now() + data.expires_in * 1000;
  return { access: data.access_token, refresh: data.refresh_token, expires, scopes: data.scope.split(' ') };
}

/** Exchanges the code of a consent for tokens, sealed for the grant with this id. @throws SourceFailure */
export async function tokensOfCode(
  use: GoogleUse,
  id: string,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
) {
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  const { refresh, scopes, ...tokens } = await tokensFor(use, form);
  if (!refresh) throw new SourceFailure('strange_answer');
  return { sealed: seal(use.env, place(id), JSON.stringify({ ...tokens, refresh } satisfies Tokens)), scopes };
}

/** Refreshes a token as the only process that does. A rotated token is stored before it is used. */
async function refreshed({ env, ask }: GoogleUse, { id, release }: TokenStore, { refresh }: Tokens) {
  try {
    const fresh = await tokensFor({ env, ask }, { grant_type: 'refresh_token', refresh_token: refresh });
    const tokens = { access: fresh.access, expires: fresh.expires, refresh: fresh.refresh ?? refresh };
    await release(seal(env, place(id), JSON.stringify(tokens)));
    return tokens.access;
  } catch (error) {
    await release();
    throw error;
  }
}

/** A token of a consent that has a scope. @throws SourceFailure */
export async function consentToken(use: GoogleUse, store: TokenStore, scope: string) {
  for (let look = 0; look < REFRESH.looks; look++) {
    const grant = await store.read();
    if (!grant) throw new SourceFailure('credential_refused');
    if (!grant.scopes.includes(scope)) throw new SourceFailure('permission_missing');
    const tokens: Tokens = JSON.parse(unseal(use.env, place(store.id), grant.sealed));
    if (tokens.expires - REFRESH.early > Date.now()) return tokens.access;
    if (await store.claim(grant.sealed)) return refreshed(use, store, tokens);
    await pause(REFRESH.look);
  }
  throw new SourceFailure('no_answer');
}

/** Returns the way to the tokens of a consent; undefined without one. */
export const tokenOf = (use: GoogleUse, store: TokenStore | undefined) =>
  store && ((scope: string) => consentToken(use, store, scope));
