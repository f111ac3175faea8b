import { z } from 'zod';
import { hasNoPassword } from '../../values/fields.ts';

// What tools with an address of their own and a key need. The shapes of the input have the descriptions.

/** Where a tool is, with the slash at its end that relative addresses need. */
export const ToolUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(500)
  .refine(hasNoPassword, 'must hold no password')
  .refine((url) => !URL.canParse(url) || !new URL(url).search, 'must have no query')
  .transform((url) => (url.endsWith('/') ? url : `${url}/`));

export const SiteId = z.string('must be set').trim().min(1).max(200);

/** Sent as a header. */
export const ApiKey = z
  .string('must be set')
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be 1 to 500 visible ASCII characters without spaces');
