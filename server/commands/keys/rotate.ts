import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { type Command, CommandRefused } from '../../command.ts';
import type { Domain } from '../../domain.ts';
import { keyIds } from '../../identity/encryption-keys.ts';
import { reseal } from '../../identity/sealed-places.ts';
import { sealedPlaces } from './places.ts';

/** People with backup codes under another key, of which only hashes are stored. */
async function peopleWithFormerCodes({ accounts }: Database, id: string) {
  const [row] = await accounts.execute<{ people: number }>(
    sql`select count(distinct user_id)::int as people from backup_codes where not starts_with(hash, ${`v2.${id}.`})`,
  );
  return row?.people ?? 0;
}

/** `keys rotate`: encrypts with ENCRYPTION_KEY the texts that are encrypted with ENCRYPTION_KEY_PREVIOUS. */
export const rotateKeys = (domains: Domain[]): Command => ({
  form: '',
  does: 'Seals everything under ENCRYPTION_KEY that was sealed under ENCRYPTION_KEY_PREVIOUS, while the portal runs. Can be interrupted and given again.',
  async run(args, open, { keyId }) {
    parseArgs({ args, options: {} });
    const { env, database } = await open();
    const [id = ''] = keyIds(env);
    if (keyId !== undefined && keyId !== id)
      throw new CommandRefused(
        'The running portal has another ENCRYPTION_KEY. Restart it with this one, and the former as ENCRYPTION_KEY_PREVIOUS.',
      );

    const lines: string[] = [];
    const unreadable: string[] = [];
    for (const place of sealedPlaces(domains)) {
      const count = await reseal(database, env, place);
      lines.push(`${place.name}: ${count.resealed} sealed again`);
      if (count.unreadable > 0) unreadable.push(`${place.name} (${count.unreadable})`);
    }
    if (unreadable.length > 0)
      throw new CommandRefused(
        `Neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS opens some of ${unreadable.join(', ')}: give the key they are under as ENCRYPTION_KEY_PREVIOUS.`,
        lines,
      );
    const people = await peopleWithFormerCodes(database, id);
    return [
      ...lines,
      `Everything is sealed under the key with the id ${id}.`,
      ...(people > 0
        ? [
            `Backup codes of ${people} people are hashed under a former key: they work while that is ENCRYPTION_KEY_PREVIOUS.`,
          ]
        : []),
    ];
  },
});
