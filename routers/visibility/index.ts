import { router } from '../../server/trpc/procedures.ts';
import { siteAuditProcedures } from '../measurement/public.ts';
import { actionPlanProcedures } from './action-plan.ts';
import { aeoRouter } from './aeo/index.ts';
import { competitorSuggestionProcedures } from './competitor-suggestions.ts';
import { competitorProcedures } from './competitors.ts';
import { visibilityImpactProcedures } from './content-impact.ts';
import { listingHealthProcedures } from './listing-health.ts';
import { overviewProcedures } from './overview.ts';
import { recommendationProcedures } from './recommendations.ts';
import { reportProcedures } from './report.ts';
import { visibilityScoreProcedures } from './scores.ts';
import { searchProcedures } from './search/index.ts';
import { socialMetricsProcedures } from './social-metrics.ts';
import { websiteAnalyticsProcedures } from './website-analytics.ts';

export const visibilityProcedures = {
  ...overviewProcedures,
  ...visibilityScoreProcedures,
  ...competitorProcedures,
  ...competitorSuggestionProcedures,
  aeo: aeoRouter,
  ...listingHealthProcedures,
  actionPlan: router(actionPlanProcedures),
  recommendations: router(recommendationProcedures),
  ...reportProcedures,
  ...websiteAnalyticsProcedures,
  ...searchProcedures,
  ...socialMetricsProcedures,
  ...visibilityImpactProcedures,
  ...siteAuditProcedures,
};
