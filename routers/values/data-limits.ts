import { z } from 'zod';

/** How a tool limits its figures: computed from a part of the visits, or without what could tell of single people. */
const DATA_LIMITS = ['sampled', 'thresholded', 'other_row'] as const;

export type DataLimit = (typeof DATA_LIMITS)[number];

export const DataLimits = z
  .array(
    z.object({
      limit: z
        .enum(DATA_LIMITS)
        .describe(
          '`sampled`: computed from a part of the visits. `thresholded`: rows that could tell of single people are left out. `other_row`: the smallest rows are one, “(other)”.',
        ),
      lastDay: z.iso.date().meta({ description: 'The last day of which the tool said so.', example: '2026-02-14' }),
    }),
  )
  .max(DATA_LIMITS.length);

/** The limits that a tool has told, with the last day of each, from a day on. */
export const toDataLimits = (stored: Record<string, string>, from = '') =>
  DATA_LIMITS.flatMap((limit) => {
    const lastDay = stored[limit];
    return lastDay !== undefined && lastDay >= from ? [{ limit, lastDay }] : [];
  });
