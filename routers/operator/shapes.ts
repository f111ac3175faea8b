import { z } from 'zod';
import { rest } from '../../server/trpc/rest.ts';
import { Organization } from '../auth/public.ts';
import { Grants } from '../plans/shapes.ts';
import { singleLine, Timestamp } from '../values/shapes.ts';

/** The routes of the company that runs the portal. */
export const operatorRoutes = rest('Operator');

export const ClientStatus = z
  .enum(['active', 'suspended', 'erasing', 'prospect'])
  .describe(
    '`suspended` and `erasing` clients reach only their account and billing; a `prospect` has no people until it is won.',
  );

/** Why an operator does something. */
export const Reason = singleLine(500).meta({
  description: 'The reason, for the trail.',
  maxLength: 500,
  example: 'Invoice 2026-114 has not been paid since March.',
});

export const Notes = z.string().max(10_000).meta({
  description: 'The operator’s notes, which the client does not see.',
  example: 'Renews in June. Prefers phone calls to emails.',
});

export const TokenBudget = z.number().int().min(0).max(1_000_000_000_000).nullable().meta({
  description: 'Tokens a month, in UTC, after which questions are answered without a model; null for no limit.',
  example: 500_000,
});

export const MonthlyAnswers = z.number().int().min(0).max(1_000_000).nullable().meta({
  description:
    'Answers of AI assistants a month, in UTC, that its measurement may ask for; null for what its plan grants, else the usual number.',
  example: 4000,
});

export const ClientTag = singleLine(40);

export const MOST_TAGS = 10;

export const ClientTags = z
  .array(ClientTag)
  .max(MOST_TAGS)
  .refine((tags) => new Set(tags).size === tags.length, 'must name each tag once')
  .meta({ description: 'The operator’s words for groups of clients.', example: ['dental', 'north'] });

/** Ids of clients in requests, in the casing of answers: an id in capitals names the same client. */
export const givenClientIds = (most: number) => z.array(z.uuid().toLowerCase()).max(most);

/** Arguments for `.refine`: no client twice. */
export const EACH_CLIENT_ONCE = [
  (ids: string[]) => new Set(ids).size === ids.length,
  'must name each client once',
] as const;

export const EraseAt = Timestamp.nullable().describe('When its rows and files are deleted; null unless `erasing`.');

export const ProspectUntil = Timestamp.nullable().describe(
  'When a prospect is erased unless it is won; null for a client.',
);

export const Client = Organization.extend({
  status: ClientStatus,
  notes: Notes.nullable(),
  monthlyTokenBudget: TokenBudget,
  monthlyAnswers: MonthlyAnswers,
  grants: Grants,
  tags: z
    .array(z.string())
    .max(10)
    .meta({ description: 'The operator’s words for groups of clients.', example: ['dental'] }),
  eraseAt: EraseAt,
  prospectUntil: ProspectUntil,
}).meta({ id: 'Client', description: 'The record of a client, as its operator sees it.' });
