import { z } from 'zod';
import { type InsightContext, SOURCES } from '../wire.ts';
import { unknownFigures } from './figures.ts';

/** What a model is to write. Limits are checked afterwards: not every provider takes them in a schema. */
const Shape = z.object({
  answer: z.string(),
  confidence: z.number(),
  sources: z.array(z.enum(SOURCES)),
  suggestions: z.array(z.string()),
});

export const DRAFT_SCHEMA = z.toJSONSchema(Shape);

const text = (most: number) => z.string().trim().min(1).max(most);

/** A model's answer that passed. */
export const Draft = z.object({
  answer: text(4000),
  confidence: z.number().min(0).max(1).optional(),
  sources: z.array(z.enum(SOURCES)).max(20).default([]),
  suggestions: z.array(text(300)).max(5).default([]),
});
export type Draft = z.infer<typeof Draft>;

/** Why a model's answer is not passed on. */
export type DraftFlaw = 'schema' | 'size' | 'sources' | 'links' | 'figures';

export class DraftRejected extends Error {
  readonly flaw: DraftFlaw;

  constructor(flaw: DraftFlaw) {
    super(`The answer of the model was rejected: ${flaw}.`);
    this.flaw = flaw;
  }
}

const flawOf = ([issue]: z.core.$ZodIssue[]): DraftFlaw => {
  if (issue?.code === 'too_big' && issue.origin !== 'number') return 'size';
  return issue?.path[0] === 'sources' && issue.path.length > 1 ? 'sources' : 'schema';
};

// Addresses of every kind, in whatever dress: schemes, hosts, mail, markdown and HTML.
const LINKS = [
  /\b[a-z][a-z0-9+.-]*:\/\//i,
  /\b(?:javascript|data|mailto|tel|sms|vbscript):\S/i,
  /\bwww\./i,
  /[^\s@]@[^\s@]/,
  /[\p{L}\p{N}-]\.[a-z]{2,}(?![a-z])/u,
  /\]\s*[([:]/,
  /<\s*[a-z!/?]/i,
];

/** Without what cannot be seen: control and format characters, halves of pairs. */
const visible = (text: string) =>
  text
    .toWellFormed()
    .replace(/\t/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => (typeof one === 'string' ? visible(one) : one));
  return value;
};

/**
 * Looks at what a model wrote before anybody else does: its shape and sizes, that it holds no address of any kind, and
 * that every figure in it is one of the client's.
 *
 * @throws {DraftRejected}
 */
export function checkDraft(written: unknown, context: InsightContext): Draft {
  const fields = written !== null && typeof written === 'object' ? Object.entries(written) : [];
  const { data: draft, error } = Draft.safeParse(
    Object.fromEntries(fields.map(([name, value]) => [name, cleaned(value)])),
  );
  if (error) throw new DraftRejected(flawOf(error.issues));

  const texts = [draft.answer, ...draft.suggestions];
  if (texts.some((text) => LINKS.some((link) => link.test(text.normalize('NFKC'))))) throw new DraftRejected('links');
  if (texts.some((text) => unknownFigures(text, context).length > 0)) throw new DraftRejected('figures');
  return { ...draft, sources: [...new Set(draft.sources)] };
}
