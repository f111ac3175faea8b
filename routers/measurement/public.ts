// The interface for other domains.
export { siteAuditProcedures } from './audit/site-audit.ts';
export { measurementSchedules } from './set-schedules.ts';
export { SETTINGS as MEASUREMENT_SETTINGS } from './shapes.ts';
