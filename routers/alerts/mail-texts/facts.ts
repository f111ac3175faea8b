import type { alertFirings } from '../../../db/schema/index.ts';
import type { AlertRow } from '../shapes.ts';

/** What a mail about an alert tells. */
export interface AlertFacts {
  organization: string;
  timezone: string;
  alert: Pick<AlertRow, 'metric' | 'when' | 'value'>;
  firing: Pick<typeof alertFirings.$inferSelect, 'at' | 'value' | 'endedAt' | 'endValue'>;
  /** How often it fired since the mail before. */
  times: number;
}
