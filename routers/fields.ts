import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { Day, Moment } from './shapes.ts';

// What pipelines send, bounded: shared by scans and records.

/** The sender's own name for something. */
export const ExternalId = z.string().min(1).max(200);
export const Label = z.string().min(1).max(200);
/** A line that stands above something. */
export const Title = z.string().min(1).max(300);
export const Text = z.string().max(2000);

/** Names a tier, a component, a phase. Keys leave the house to the insights service, so no free text can be one. */
export const Key = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_.-]+$/, 'must be letters, digits, points, hyphens and underscores');

export const Level = z.enum(['low', 'medium', 'high']);
export const Fraction = z.number().min(0).max(1);
export const Percent = z.number().min(0).max(100);
export const Weight = z.number().min(0).max(1_000_000);

/** 0–100, kept with one decimal: every surface shows the same figure. */
export const Score = z
  .number()
  .min(0)
  .max(100)
  .transform((score) => Math.round(score * 10) / 10);

/** Of things in a day: fits PostgreSQL's integer. */
export const Count = z.number().int().min(0).max(2_000_000_000);

/** Of things ever: fits PostgreSQL's bigint and JavaScript's number. */
export const LargeCount = z.number().int().min(0).max(1_000_000_000_000);

/** A count that attribution may split; stored to a hundredth. */
export const SplitCount = z.number().min(0).max(100_000_000_000);

/** Seconds, a day of them at most. */
export const Seconds = z.number().min(0).max(86_400);

/** In the client's one currency; stored to a hundredth of a cent. */
export const Money = z.number().min(-100_000_000_000).max(100_000_000_000);

/** What can be sent where a value of the schema is wanted, and what comes of it. */
type Like<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.input<Schema>>;

/** A list that is refused for its length before all of it was looked at: two million bad items fit into a body. */
export function listOf<Item extends z.ZodType>(item: Item, most: number): Like<z.ZodArray<Item>> {
  const shortened = (list: unknown) => (Array.isArray(list) ? list.slice(0, most + 1) : list);
  return z.preprocess(shortened, z.array(item).max(most)) as Like<z.ZodArray<Item>>;
}

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048);

const LABELS = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A name such as `example.com`, lower case. Those in other scripts stay as people write them. */
export const DomainName = z
  .string()
  .max(253)
  .toLowerCase()
  .refine((name) => LABELS.test(domainToASCII(name)), 'must be a domain, such as example.com');

const AHEAD = 2 * 24 * 3600 * 1000;
const AHEAD_MESSAGE = 'must not lie more than two days in the future';

/** When something was seen. Clocks and time zones differ by less than two days; what lies further ahead is an error. */
export const PastMoment = Moment.refine((text) => Date.parse(text) <= Date.now() + AHEAD, AHEAD_MESSAGE).overwrite(
  (text) => new Date(text).toISOString(),
);

/** The day on which something was counted. */
export const PastDay = Day.refine((text) => Date.parse(text) <= Date.now() + AHEAD, AHEAD_MESSAGE);
