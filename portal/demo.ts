import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { authenticators, sessions, users } from '../db/schema/index.ts';
import { DEMO_OPERATORS } from '../demo/data/operator.ts';
import { DEMO, DEMO_PEOPLE } from '../demo/data/organization.ts';
import type { DemoTools } from '../demo/seed.ts';
import type { Env } from '../server/env.ts';
import { hashPassword, verifyPassword } from '../server/identity/password.ts';
import { isLoopback } from '../server/loopback.ts';

const QUEUE = 'demo';

/** Whom the demo lets sign in. */
export const DEMO_SIGN_INS = [...DEMO_PEOPLE, ...DEMO_OPERATORS];

type Shown = (person: { id: string; email: string }, sealed: string) => { url: string; code: string };

interface Tools extends Omit<DemoTools, 'hashPassword'> {
  showSecondFactor: Shown;
}

/** Whether others than this machine may reach the portal: then nobody may sign in with a published password. */
const isExposed = ({ production, HOST, PUBLIC_URL }: Env) =>
  production || !isLoopback(HOST) || !isLoopback(new URL(PUBLIC_URL).hostname);

interface Replaced {
  email: string;
  password: string;
  /** The key URI of the second factor; undefined without one. */
  url?: string | undefined;
}

/**
 * Gives each person of the demo who still has the published password a sign-in of their own, and ends their sessions.
 */
async function replacePublished({ accounts }: Database, { sealSecondFactor, showSecondFactor }: Tools) {
  const { id, email, passwordHash } = users;
  const people = await accounts.select({ id, email, passwordHash }).from(users).where(inArray(email, DEMO_SIGN_INS));
  const replaced: Replaced[] = [];
  for (const person of people) {
    if (!(await verifyPassword(QUEUE, person.passwordHash, DEMO.password))) continue;
    const password = randomBytes(15).toString('base64url');
    const fresh = { passwordHash: await hashPassword(QUEUE, password) };
    const secret = sealSecondFactor(person.id);
    const renewed = await accounts.transaction(async (tx) => {
      await tx.update(users).set(fresh).where(eq(id, person.id));
      await tx.delete(sessions).where(eq(sessions.userId, person.id));
      const own = eq(authenticators.userId, person.id);
      return tx.update(authenticators).set({ secret, lastStep: null }).where(own).returning();
    });
    const url = renewed.length > 0 ? showSecondFactor(person, secret).url : undefined;
    replaced.push({ email: person.email, password, url });
  }
  return replaced;
}

/**
 * Seeds the demo if configured and missing. Where others may reach the portal, its people get random passwords, printed
 * this once.
 */
export async function prepareDemo(env: Env, database: Database, tools: Tools) {
  if (env.SEED_DEMO) {
    const { seedDemo } = await import('../demo/seed.ts');
    await seedDemo(database, { ...tools, hashPassword: (password) => hashPassword(QUEUE, password) });
  }
  if (!isExposed(env)) return;

  const replaced = await replacePublished(database, tools);
  if (replaced.length === 0) return;
  const lines = replaced.flatMap(({ email, password, url }) => [
    `  ${email} with the password ${password}`,
    ...(url ? [`  ${email} has the second factor ${url}`] : []),
  ]);
  process.stdout.write(`\nDemo sign-ins, shown only this once:\n${lines.join('\n')}\n`);
}

/** The second factor of an operator of the demo; none once that person has set up another one. */
async function operatorFactor({ accounts }: Database, showSecondFactor: Shown, operator: string) {
  const { id, email } = users;
  const [row] = await accounts
    .select({ id, email, secret: authenticators.secret })
    .from(users)
    .innerJoin(authenticators, eq(authenticators.userId, id))
    .where(and(eq(email, operator), eq(authenticators.createdAt, users.createdAt)));
  try {
    return row && showSecondFactor(row, row.secret);
  } catch {
    // Sealed under a key that is gone: nobody can sign in with it.
    return undefined;
  }
}

/** How to sign in to the demo, for the terminal. Nothing without it. */
export async function demoSignIns(env: Env, database: Database, { showSecondFactor }: Tools): Promise<string[]> {
  if (!env.SEED_DEMO) return [];
  if (isExposed(env)) return [`${DEMO.email} with the password shown when it was made`];
  const lines = [`${DEMO.email} with the password ${DEMO.password}`];
  for (const operator of DEMO_OPERATORS) {
    const factor = await operatorFactor(database, showSecondFactor, operator);
    if (factor) lines.push(`${operator} with the same password and a code: ${factor.code} now, later of ${factor.url}`);
  }
  return lines;
}
