import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { yieldWhenDue } from '../../flow/yield.ts';
import { Day, Moment } from './shapes.ts';

// Bounded field types of ingested data, shared by scans and records.

/** The sender's own identifier. */
export const ExternalId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Your identifier; sending it again updates the entry.', example: 'crm-2041' });
export const Label = z.string().min(1).max(200);
export const Title = z.string().min(1).max(300);
export const Text = z.string().max(2000);

/** The key of a tier, component or phase. Keys are sent to the insights service, so they hold no free text. */
export const Key = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_.-]+$/, 'must contain only letters, digits, dots, hyphens and underscores');

export const Level = z.enum(['low', 'medium', 'high']);
export const Fraction = z.number().min(0).max(1);
export const Percent = z.number().min(0).max(100);
export const Weight = z.number().min(0).max(1_000_000);

/** 0–100, stored with one decimal, so that every page shows the same figure. */
export const Score = z
  .number()
  .min(0)
  .max(100)
  .transform((score) => Math.round(score * 10) / 10);

/** A daily count; fits PostgreSQL's integer. */
export const Count = z.number().int().min(0).max(2_000_000_000);

/** An all-time count; fits PostgreSQL's bigint and JavaScript's number. */
export const LargeCount = z.number().int().min(0).max(1_000_000_000_000);

/** A count with fractions from attribution; stored with two decimals. */
export const SplitCount = z.number().min(0).max(100_000_000_000);

/** A duration in seconds, at most one day. */
export const Seconds = z.number().min(0).max(86_400);

/** An amount in the client's currency, in major units; stored with four decimals. */
export const Money = z.number().min(-100_000_000_000).max(100_000_000_000);

/** A schema with the same input and output types. */
type SameTypes<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.input<Schema>>;

/** A list that is checked for length before its items: a request body has room for two million invalid items. */
export function listOf<Item extends z.ZodType>(item: Item, most: number): SameTypes<z.ZodArray<Item>> {
  const truncated = (list: unknown) => (Array.isArray(list) ? list.slice(0, most + 1) : list);
  return z.preprocess(truncated, z.array(item).max(most)) as SameTypes<z.ZodArray<Item>>;
}

let lastItem: Promise<void> = Promise.resolve();

/** Waits until the items before have been validated, as long as others may run. */
async function inTurn(item: unknown) {
  lastItem = lastItem.then(yieldWhenDue);
  await lastItem;
  return item;
}

/**
 * A list with so many items that other requests run while they are validated. Not within another one: tRPC tries
 * `parse` first, which would leave a rejected promise behind for each outer item.
 */
export const longListOf = <Item extends z.ZodType>(item: Item, most: number) =>
  listOf(z.preprocess(inTurn, item) as unknown as Item, most);

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048);

/** Whether an address names no user: others read and store it. */
export const hasNoPassword = (url: string) => {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' };
  return username === '' && password === '';
};

const LABELS = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A domain name in lower case; internationalized names stay in their own script. */
export const DomainName = z
  .string()
  .max(253)
  .toLowerCase()
  .refine((name) => LABELS.test(domainToASCII(name)), 'must be a domain, such as example.com');

const TOLERANCE = 2 * 24 * 3600 * 1000;
const FUTURE = 'must not be more than two days in the future';
const isPast = (text: string) => Date.parse(text) <= Date.now() + TOLERANCE;

/** The timestamp of an observation. Clocks and time zones differ by less than two days; anything later is an error. */
export const PastMoment = Moment.refine(isPast, FUTURE).overwrite((text) => new Date(text).toISOString());

/** The day of an observation, with the same tolerance. */
export const PastDay = Day.refine(isPast, FUTURE);
