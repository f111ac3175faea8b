import { router } from '../../server/trpc/procedures.ts';
import { calendarProcedures } from './calendar.ts';
import { feedbackProcedures } from './feedback.ts';
import { performanceProcedures } from './performance.ts';
import { suggestionAnalytics } from './suggestion-analytics.ts';
import { decisionProcedures } from './suggestion-changes.ts';
import { suggestionProcedures } from './suggestions.ts';

/** Procedures at the root of the router: their paths have a single prefix. */
export const contentProcedures = {
  contentSuggestions: router({
    ...suggestionProcedures,
    ...suggestionAnalytics,
    ...feedbackProcedures,
    ...decisionProcedures,
  }),
  ...calendarProcedures,
  ...performanceProcedures,
};
