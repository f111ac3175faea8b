// The interface for other domains.
export { siteAuditProcedures } from './audit/site-audit.ts';
