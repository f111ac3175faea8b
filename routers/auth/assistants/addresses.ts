import type { Env } from '../../../server/env.ts';

type Public = Pick<Env, 'PUBLIC_URL'>;

/** The name of this authorization server in its documents and answers. */
export const issuerOf = ({ PUBLIC_URL }: Public) => new URL(PUBLIC_URL).origin;

/** What tokens of assistants are for. */
export const resourceOf = (env: Public) => `${issuerOf(env)}/mcp`;

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.includes(hostname);

const CHARACTERS = 2048;

/** Whether an assistant may ask to be answered at this address: https, or a program on the person’s own machine. */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= CHARACTERS && !/[#*\\\s]/.test(text) ? URL.parse(text) : null;
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || isLoopback(url);
}

/** Whether an address is a registered one. A program on the person’s machine may listen at another port each time. */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (!isRedirectUri(given)) return false;
  const withoutPort = (text: string) => Object.assign(new URL(text), { port: '' }).href;
  return registered.some(
    (one) => one === given || (isLoopback(new URL(one)) && withoutPort(one) === withoutPort(given)),
  );
}

/** The address that a person is sent back to, with the answer. */
export function answerTo(redirectUri: string, answer: Record<string, string | undefined>) {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
