import { z } from 'zod';
import { trafficSources } from '../../../db/schema/index.ts';
import { Count, Label, PastDay, SplitCount } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const trafficSource = recordType(
  trafficSources,
  z.object({
    date: PastDay,
    source: Label,
    medium: Label,
    sessions: Count,
    users: Count,
    conversions: SplitCount,
    isAiAssistant: z.boolean(),
  }),
);
