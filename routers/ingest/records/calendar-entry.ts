import { z } from 'zod';
import { calendarEntries, calendarStatus } from '../../../db/schema/index.ts';
import { Day, Moment } from '../../shapes.ts';
import { Label, PastMoment, Title } from '../bounds.ts';
import { recordType } from './record-type.ts';

export const calendarEntry = recordType(
  calendarEntries,
  z.object({
    title: Title,
    contentType: Label,
    channel: Label,
    status: z.enum(calendarStatus.enumValues),
    date: Day,
    scheduledAt: Moment.nullish(),
    publishedAt: PastMoment.nullish(),
  }),
);
