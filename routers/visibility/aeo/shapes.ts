import { z } from 'zod';

/** The fields of a mention rate: see mentionRate in ../figures/evidence.ts. */
export const MENTION_RATE = {
  mentionRate: z.number().meta({ description: 'Answers that mention the organization, in percent.', example: 30.9 }),
  low: z.number().meta({ description: 'Lower end of the 95% interval, in percent.', example: 23 }),
  high: z.number().meta({ description: 'Upper end of the 95% interval, in percent.', example: 40.1 }),
  sampleSize: z.number().int().meta({ description: 'Number of answers.', example: 110 }),
};
