import { z } from 'zod';
import { websiteDaily as table } from '../../../db/schema/index.ts';
import { Count, Label, listOf, PastDay, Percent, Seconds, SplitCount } from '../bounds.ts';
import { recordType } from './record-type.ts';

const TopPage = z.object({ path: z.string().min(1).max(2048), pageviews: Count });
const Channel = z.object({ channel: Label, sessions: Count });

export const websiteDaily = recordType(
  table,
  z.object({
    date: PastDay,
    source: Label,
    users: Count,
    sessions: Count,
    pageviews: Count,
    bounceRate: Percent,
    avgSessionSeconds: Seconds,
    conversions: SplitCount,
    topPages: listOf(TopPage, 100).nullish(),
    channels: listOf(Channel, 50).nullish(),
  }),
);
