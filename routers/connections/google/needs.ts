import { z } from 'zod';
import { ServiceAccountKey } from './service-account.ts';

/** The JSON key as an object, or as the text of the file that Google gives. */
export const KeyFile = z.preprocess((given) => {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}, ServiceAccountKey);

/** A key as it is kept. */
export const keptKey = ({ client_email, private_key }: z.infer<typeof ServiceAccountKey>) =>
  JSON.stringify({ client_email, private_key });

/** What a connection with Google needs: a property, and who may read it: a service account or a person's consent. */
export const googleNeeds = (property: z.ZodType<string>) =>
  z
    .object({ property, serviceAccount: KeyFile.optional(), grantId: z.uuid().optional() })
    .refine(({ serviceAccount, grantId }) => Boolean(serviceAccount) !== Boolean(grantId), {
      path: ['serviceAccount'],
      error: 'must be set, or grantId in its place',
    })
    .transform(({ property, serviceAccount, grantId }) => ({
      property,
      url: null,
      grantId,
      credential: serviceAccount ? keptKey(serviceAccount) : '',
    }));
