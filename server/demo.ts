import { randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { DEMO_PEOPLE } from '../db/demo/organization.ts';
import type { DescribePage } from '../db/demo/pages.ts';
import { sessions, users } from '../db/schema/index.ts';
import { DEMO, seedDemo } from '../db/seed.ts';
import type { Env } from './env.ts';
import { hashPassword, verifyPassword } from './identity/password.ts';
import { isLoopback } from './loopback.ts';

const QUEUE = 'demo';

/** Whether others than this machine may reach the portal: then nobody may sign in with a published password. */
const isExposed = ({ production, HOST, PUBLIC_URL }: Env) =>
  production || !isLoopback(HOST) || !isLoopback(new URL(PUBLIC_URL).hostname);

/** Gives each person of the demo who still has the published password one of their own, and ends their sessions. */
async function replacePublished({ accounts }: Database) {
  const { id, email, passwordHash } = users;
  const people = await accounts.select({ id, email, passwordHash }).from(users).where(inArray(email, DEMO_PEOPLE));
  const replaced: { email: string; password: string }[] = [];
  for (const person of people) {
    if (!(await verifyPassword(QUEUE, person.passwordHash, DEMO.password))) continue;
    const password = randomBytes(15).toString('base64url');
    const fresh = { passwordHash: await hashPassword(QUEUE, password) };
    await accounts.transaction(async (tx) => {
      await tx.update(users).set(fresh).where(eq(id, person.id));
      await tx.delete(sessions).where(eq(sessions.userId, person.id));
    });
    replaced.push({ email: person.email, password });
  }
  return replaced;
}

/**
 * Seeds the demo organization if configured and missing. Where others may reach the portal, its people get random
 * passwords, printed this once.
 */
export async function prepareDemo(env: Env, database: Database, describePage: DescribePage) {
  if (env.SEED_DEMO) await seedDemo(database, (password) => hashPassword(QUEUE, password), describePage);
  if (!isExposed(env)) return;

  const replaced = await replacePublished(database);
  if (replaced.length === 0) return;
  const lines = replaced.map(({ email, password }) => `  ${email} with the password ${password}`);
  process.stdout.write(`\nDemo sign-ins, shown only this once:\n${lines.join('\n')}\n`);
}

/** How to sign in to the demo, for the terminal. */
export const demoHint = (env: Env) =>
  isExposed(env)
    ? `${DEMO.email} with the password shown when it was made`
    : `${DEMO.email} with the password ${DEMO.password}`;
