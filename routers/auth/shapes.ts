import { z } from 'zod';
import { TEXT } from '../../server/limits.ts';

/** Addresses are compared in lower case; two that only look alike stay two. */
export const Email = z
  .string()
  .max(TEXT.email + 50)
  .transform((text) => text.trim().normalize('NFC').toLowerCase())
  .pipe(z.email('must be an e-mail address').max(TEXT.email))
  .meta({ format: 'email', maxLength: TEXT.email, example: 'ada@example.com' });

/** One line of text: what people and organizations are called. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(TEXT.name)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line without control characters');

export const NewUser = z.object({ id: z.uuid(), email: z.string(), emailVerified: z.boolean() });
