// The interface for other domains.
export { archives } from './archive/archives.ts';
export { ClientExport, readExports, shownExport } from './archive/list-exports.ts';
export { personalArchives } from './archive/personal.ts';
export { requireActive } from './archive/require-active.ts';
export { ARCHIVES } from './archive/settings.ts';
export { startExport } from './archive/start-export.ts';
export { CLIENT_TABLES, columnOf, ownerColumn } from './archive/tables.ts';
export { keptReports } from './report/kept-reports.ts';
export { type PeriodReport, REPORT_SECTIONS } from './report/period/report-sections.ts';
export { reports } from './report/reports.ts';
