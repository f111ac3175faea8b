import { z } from 'zod';
import { trafficHourly as table } from '../../../db/schema/index.ts';
import { Count, PastMoment } from '../bounds.ts';
import { recordType } from './record-type.ts';

// As it is written: where clocks are half an hour off, an hour of theirs is not whole in UTC.
const WHOLE = /T\d\d:00(:00(\.0+)?)?(Z|[+-])/;

export const trafficHourly = recordType(
  table,
  z.object({
    at: z.string().regex(WHOLE, { error: 'must be a whole hour', abort: true }).pipe(PastMoment),
    sessions: Count,
  }),
);
