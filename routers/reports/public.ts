// The interface for other domains.
export { eraseAddresses, eraseFromReports } from './erase.ts';
export { isCovered, namedClients } from './named-clients.ts';
export { operatorReports, reportFilter, reportOrder } from './operator-reports.ts';
export { pitches } from './pitch.ts';
export { readPlannedSchedules, runNow } from './plan.ts';
export { MOST_SCHEDULES, MOST_TEMPLATES } from './settings.ts';
export { ListedReport, LongText, OperatorReport, ReportNotes, ReportSummary, SectionName } from './shapes.ts';
