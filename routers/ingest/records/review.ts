import { z } from 'zod';
import { reviews } from '../../../db/schema/index.ts';
import { Label, PastMoment } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const review = recordType(
  reviews,
  z.object({
    source: Label,
    rating: z.number().min(1).max(5),
    text: z.string().max(10_000).nullish(),
    authorName: z.string().max(200).nullish(),
    publishedAt: PastMoment,
    responded: z.boolean(),
  }),
);
