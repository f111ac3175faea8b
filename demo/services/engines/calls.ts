import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { DemoEngine } from './protocols.ts';

// What the assistants accept of a call, as far as the portal speaks with them. All but Perplexity refuse fields that
// they do not know.

const text = z.string().min(1);
const place = { country: z.string().regex(/^[A-Z]{2}$/), region: text.optional(), city: text.optional() };
const approximate = z.strictObject({ type: z.literal('approximate'), ...place });
const message = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.union([text, z.array(z.unknown())]) });

const BODIES: Record<DemoEngine, z.ZodType> = {
  openai: z.strictObject({
    model: text,
    input: text,
    instructions: text.optional(),
    store: z.boolean().optional(),
    tools: z.array(z.strictObject({ type: z.literal('web_search'), user_location: approximate.optional() })).optional(),
  }),
  anthropic: z.strictObject({
    model: text,
    max_tokens: z.int().positive(),
    system: text.optional(),
    messages: z.array(message).min(1),
    tools: z
      .array(
        z.strictObject({
          type: z.literal('web_search_20250305'),
          name: z.literal('web_search'),
          max_uses: z.int().positive().optional(),
          user_location: approximate.optional(),
        }),
      )
      .optional(),
  }),
  gemini: z.strictObject({
    contents: z
      .array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(z.strictObject({ text })).min(1) }))
      .min(1),
    systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text })).min(1) }).optional(),
    tools: z.array(z.strictObject({ google_search: z.strictObject({}) })).optional(),
  }),
  perplexity: z.object({
    model: text,
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: text })).min(1),
    web_search_options: z.object({ user_location: z.object(place).optional() }).optional(),
  }),
};

const keyIn = ({ authorization, 'x-api-key': own, 'x-goog-api-key': google }: IncomingHttpHeaders) => ({
  openai: authorization?.startsWith('Bearer '),
  anthropic: Boolean(own),
  gemini: Boolean(google),
  perplexity: authorization?.startsWith('Bearer '),
});

/** Why an assistant refuses a call: status and message; undefined where it answers. */
export function refusalOf(
  engine: DemoEngine,
  headers: IncomingHttpHeaders,
  body: unknown,
): [number, string] | undefined {
  if (!keyIn(headers)[engine]) return [401, 'There is no key.'];
  if (!/^application\/json\s*(;|$)/.test(headers['content-type'] ?? '')) return [400, 'The content type is not JSON.'];
  if (engine === 'anthropic' && !headers['anthropic-version']) return [400, 'anthropic-version: header is required'];
  const { error } = BODIES[engine].safeParse(body);
  return error && [400, error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')];
}
