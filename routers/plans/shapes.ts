import { z } from 'zod';
import { clientModule, type PlanLimit } from '../../db/schema/index.ts';
import { MOST_PLANS } from './granted.ts';

/** What each number limits, in words. */
const LIMITED: Record<PlanLimit, string> = {
  prompts: 'Active questions of its measurement.',
  monthlyAnswers: 'Answers of AI assistants that its measurement may ask for in a month of UTC.',
  members: 'Members and pending invitations.',
  connections: 'Tools whose figures are read.',
  reportsAMonth: 'Reports of schedules that are made in a month of UTC.',
};

/** A field for each number, of one kind. */
const perLimit = <Schema extends z.ZodType>(field: (words: string) => Schema) => ({
  prompts: field(LIMITED.prompts),
  monthlyAnswers: field(LIMITED.monthlyAnswers),
  members: field(LIMITED.members),
  connections: field(LIMITED.connections),
  reportsAMonth: field(LIMITED.reportsAMonth),
});

const Feature = z.enum(clientModule.enumValues);
const Most = z.number().int().min(0).max(1_000_000);

const word = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores');

const KEY = { description: '`portal_key` of a product at Stripe, or its id.', example: 'website' };
const TIER = { description: '`portal_tier` of the product; null for every tier of the key.', example: 'growth' };
const FEATURES = {
  description:
    'The parts of the portal that its people see, where the operator has not chosen others; empty where it does not matter.',
  example: ['visibility', 'ai_search', 'reports'],
};

const described = (words: string) => ({ description: `${words} Null for no limit.`, example: 5 });

export const ListedPlan = z
  .object({
    key: z.string().meta(KEY),
    tier: z.string().nullable().meta(TIER),
    ...perLimit((words) => z.number().int().nullable().meta(described(words))),
    features: z.array(Feature).max(Feature.options.length).meta(FEATURES),
  })
  .meta({ id: 'Plan', description: 'What is granted to clients that are billed for a product.' });

const NewPlan = z.object({
  key: word.meta({ ...KEY, maxLength: 64 }),
  tier: word
    .nullable()
    .default(null)
    .meta({ ...TIER, maxLength: 64 }),
  ...perLimit((words) => Most.nullable().default(null).meta(described(words))),
  features: z
    .array(Feature)
    .max(Feature.options.length)
    .refine((features) => new Set(features).size === features.length, 'must name each part once')
    .default([])
    .meta(FEATURES),
});

export const NewPlans = z
  .array(NewPlan)
  .max(MOST_PLANS)
  .refine(
    (plans) => new Set(plans.map(({ key, tier }) => `${key} ${tier}`)).size === plans.length,
    'must name each key and tier once',
  )
  .describe('All plans, in the order of the list.');

/** Numbers of a client in place of its plan's, as they are shown and as they are changed. */
export const Grants = z
  .object(perLimit((words) => z.number().int().optional().meta({ description: words, example: 5 })))
  .describe('Numbers that hold for it in place of its plan’s; the others are the plan’s.');

export const GrantsEdit = z
  .object(
    perLimit((words) =>
      Most.nullable()
        .optional()
        .meta({ description: `${words} Null for what the plan grants.`, example: 5 }),
    ),
  )
  .describe('Numbers that hold for it in place of its plan’s; omitted ones keep their value.');

const Use = z.object({
  limit: z.number().int().nullable().meta({ description: 'How much it may have; null for no limit.', example: 5 }),
  used: z.number().int().meta({ description: 'How much of it there is.', example: 3 }),
});

export const PlanUse = z
  .object(perLimit((words) => Use.describe(words)))
  .describe('What the plan grants, and how much of it is used.');
