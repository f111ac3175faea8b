import { z } from 'zod';
import { connectionStatus, type connections } from '../../db/schema/index.ts';
import { DataLimits, toDataLimits } from '../values/data-limits.ts';
import { Timestamp, Uuid } from '../values/shapes.ts';
import { KIND_NAMES, kindNamed } from './kinds/index.ts';
import { PROBLEM_NAMES, type ProblemName, problemOf } from './problems.ts';

const STATUSES = [...connectionStatus.enumValues, 'syncing'] as const;

export const KindName = z
  .enum(KIND_NAMES)
  .meta({ description: 'The tool; what it brings has it as its source.', example: 'plausible' });

export const ConnectionEntry = z
  .object({
    id: Uuid.describe('Id of the connection.'),
    kind: KindName,
    label: z.string().meta({ description: 'Name of the connection.', example: 'harbordental.example' }),
    property: z.string().meta({ description: 'What the tool calls the website.', example: 'harbordental.example' }),
    url: z.string().nullable().meta({
      description: 'Address of the tool; null for one that is everywhere at the same address.',
      example: 'https://plausible.io/',
    }),
    status: z
      .enum(STATUSES)
      .describe(
        '`syncing`: days are being read, those of the past included. `needs_attention`, `revoked`, `quota` and `no_access`: it brings nothing, and is tried once a day.',
      ),
    problem: z.enum(PROBLEM_NAMES).nullable().describe('The name of the failure; null while it works.'),
    cause: z
      .string()
      .nullable()
      .meta({
        description: 'What is wrong and what to do, in a sentence; null while it works.',
        example: problemOf('credential_refused').sentence('Plausible'),
      }),
    since: Timestamp.describe('Since when it works, or does not.'),
    lastSyncAt: Timestamp.nullable().describe('When its last days were read; null before the first time.'),
    nextSyncAt: Timestamp.describe('When they are read next.'),
    days: z
      .object({
        from: z.iso.date().nullable().meta({ description: 'First day with figures.', example: '2025-10-17' }),
        to: z.iso.date().nullable().meta({ description: 'Last day with figures.', example: '2026-02-15' }),
      })
      .describe('The days that it has brought; null before the first.'),
    rows: z.int().min(0).meta({ description: 'Number of records that it has brought.', example: 8120 }),
    dataLimits: DataLimits.describe('How the tool says that it limits its figures; empty where it says nothing.'),
    managedBy: z.enum(['client', 'operator']).describe('Who made it.'),
  })
  .meta({ id: 'Connection', description: 'A tool that the portal reads figures from, without its credential.' });

type Row = typeof connections.$inferSelect;

function shownStatus(
  { status, leasedUntil, nextSyncAt, pastDay, failures }: Row,
  now: Date,
): (typeof STATUSES)[number] {
  if (status !== 'connected') return status;
  const isBusy = pastDay !== null || (leasedUntil !== null && leasedUntil > now) || nextSyncAt <= now;
  return isBusy || failures > 0 ? 'syncing' : status;
}

/** A stored connection as it is shown. */
export function toConnection(row: Row) {
  const problem = row.problem as ProblemName | null;
  return {
    id: row.id,
    kind: row.kind as z.infer<typeof KindName>,
    label: row.label,
    property: row.property,
    url: row.url,
    problem,
    since: row.since,
    status: shownStatus(row, new Date()),
    cause: problem && problemOf(problem).sentence(kindNamed(row.kind)?.tool ?? row.kind),
    lastSyncAt: row.lastSyncAt,
    nextSyncAt: row.nextSyncAt,
    rows: row.rows,
    dataLimits: toDataLimits(row.dataLimits),
    managedBy: row.managedBy,
    days: { from: row.firstDay, to: row.lastDay },
  };
}
