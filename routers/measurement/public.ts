// The interface for other domains.
export { siteAuditProcedures } from './audit/site-audit.ts';
export { budgets } from './budget.ts';
export { namedInstead } from './named-instead.ts';
export { PROSPECT_ANSWERS, type ProspectMeasurement, prospectMeasurements } from './prospects.ts';
export { measurementSchedules } from './set-schedules.ts';
export { SETTINGS as MEASUREMENT_SETTINGS } from './shapes.ts';
