import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { goals } from '../../db/schema/index.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { seedApiKey, seedOrganization, seedPeople, tenant } from '../seed.ts';

/** An organization with an administrator who is signed in, and an API key. */
export interface Client {
  id: string;
  email: string;
  cookie: string;
  key: string;
}

/** The password of every administrator. */
export const PASSWORD = 'a password that is right';

/** More than 16 KiB of JSON: smaller answers are exempt from the limit of unread bytes. */
const GOALS = 60;

/** Creates organizations with goals to read. */
export async function seedClients(database: Database, count: number): Promise<Client[]> {
  const passwordHash = await hashPassword('bench', PASSWORD);
  const made: Client[] = [];
  while (made.length < count) {
    const id = await seedOrganization(database);
    const [person] = await seedPeople(database, id, 1, passwordHash);
    if (!person) throw new Error('The administrator was not inserted.');
    const key = await seedApiKey(database, id);
    await database.as(tenant(id)).execute(sql`
      insert into ${goals} (client_id, id, external_id, title, goal_type, category, target_value, current_value,
        baseline_value, unit, status, priority, updated_at)
      select ${id}::uuid, gen_random_uuid(), 'goal-' || n, 'More visitors, part ' || n, 'traffic', 'seo', 5000, 40 * n, 0,
        'sessions', 'in_progress', 'high', now()
      from generate_series(1, ${GOALS}::int) as n`);
    made.push({ id, key, email: person.email, cookie: person.cookie });
  }
  return made;
}

export const signedIn = ({ cookie }: Pick<Client, 'cookie'>) => ({ cookie });
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
