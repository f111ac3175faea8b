import { z } from 'zod';
import { type InsightContext, SOURCES } from '../wire.ts';
import { unknownFigures } from './figures.ts';

/** The expected output of a model. Limits are checked afterwards: not every provider accepts them in a schema. */
const Shape = z.object({
  answer: z.string(),
  confidence: z.number(),
  sources: z.array(z.enum(SOURCES)),
  suggestions: z.array(z.string()),
});

export const DRAFT_SCHEMA = z.toJSONSchema(Shape);

const text = (max: number) => z.string().trim().min(1).max(max);

/** A validated model answer. */
export const Draft = z.object({
  answer: text(4000),
  confidence: z.number().min(0).max(1).optional(),
  sources: z.array(z.enum(SOURCES)).max(20).default([]),
  suggestions: z.array(text(300)).max(5).default([]),
});
export type Draft = z.infer<typeof Draft>;

/** Why a model answer is rejected. */
export type DraftFlaw = 'schema' | 'size' | 'sources' | 'links' | 'figures';

export class DraftRejected extends Error {
  readonly flaw: DraftFlaw;

  constructor(flaw: DraftFlaw) {
    super(`The model answer was rejected: ${flaw}.`);
    this.flaw = flaw;
  }
}

const flawOf = ([issue]: z.core.$ZodIssue[]): DraftFlaw => {
  if (issue?.code === 'too_big' && issue.origin !== 'number') return 'size';
  return issue?.path[0] === 'sources' && issue.path.length > 1 ? 'sources' : 'schema';
};

// Links in every form: schemes, hosts, email addresses, Markdown and HTML.
const LINKS = [
  /\b[a-z][a-z0-9+.-]*:\/\//i,
  /\b(?:javascript|data|mailto|tel|sms|vbscript):\S/i,
  /\bwww\./i,
  /[^\s@]@[^\s@]/,
  /[\p{L}\p{N}-]\.[a-z]{2,}(?![a-z])/u,
  /\]\s*[([:]/,
  /<\s*[a-z!/?]/i,
];

/** Removes invisible characters: control and format characters, lone surrogates. */
const removeInvisible = (text: string) =>
  text
    .toWellFormed()
    .replace(/\t/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return removeInvisible(value);
  if (Array.isArray(value))
    return value.slice(0, 100).map((item) => (typeof item === 'string' ? removeInvisible(item) : item));
  return value;
};

const read = (output: unknown) => {
  const fields = output !== null && typeof output === 'object' ? Object.entries(output) : [];
  return Draft.safeParse(Object.fromEntries(fields.map(([name, value]) => [name, clean(value)])));
};

/** Whether an object has the shape and sizes of an answer. */
export const isDraft = (output: unknown) => read(output).success;

/**
 * Validates the output of a model: shape and sizes, no links, and only figures of the client.
 *
 * @throws {DraftRejected} with the first flaw.
 */
export function checkDraft(output: unknown, context: InsightContext): Draft {
  const { data: draft, error } = read(output);
  if (error) throw new DraftRejected(flawOf(error.issues));

  const texts = [draft.answer, ...draft.suggestions];
  if (texts.some((text) => LINKS.some((link) => link.test(text.normalize('NFKC'))))) throw new DraftRejected('links');
  if (texts.some((text) => unknownFigures(text, context).length > 0)) throw new DraftRejected('figures');
  return { ...draft, sources: [...new Set(draft.sources)] };
}
