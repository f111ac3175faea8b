import { analyticsRecords } from '../analytics/records.ts';
import { cmsRecords } from '../cms/records.ts';
import { contentRecords } from '../content/records.ts';
import { dashboardRecords } from '../dashboard/records.ts';
import type { RecordType } from '../records/record-type.ts';
import { visibilityRecords } from '../visibility/records.ts';

/**
 * Every record type by its `type`, in alphabetical order. Batches are stored in this order, so that none of them
 * deadlock.
 */
export const RECORD_TYPES: ReadonlyMap<string, RecordType> = new Map(
  Object.entries({
    ...analyticsRecords,
    ...cmsRecords,
    ...contentRecords,
    ...dashboardRecords,
    ...visibilityRecords,
  }).sort(([one], [other]) => (one < other ? -1 : 1)),
);
