import { parseArgs } from 'node:util';
import { type Command, CommandRefused } from '../../../server/command.ts';
import type { Domain } from '../../../server/domain.ts';
import { keyIds } from '../../../server/identity/encryption-keys.ts';
import { reseal } from '../../../server/identity/sealed-places.ts';
import { sealedPlaces } from './places.ts';

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
    return [...lines, `Everything is sealed under the key with the id ${id}.`];
  },
});
