import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { archives } from './archive/archives.ts';
import { makeExport, sweepExports } from './archive/make-export.ts';
import { downloads } from './downloads.ts';
import { chromiumDiagnosis } from './report/diagnosis.ts';
import { keptReports } from './report/kept-reports.ts';
import { reports } from './report/reports.ts';

export const exportsDomain: Domain = {
  services: [reports, archives],
  routes: downloads,
  jobs: (deps) => ({ 'client-exports': makeExport(deps) }),
  sweeps: (deps) => [
    { what: 'old reports', every: minutes(60), run: () => deps.use(reports).sweep() },
    { what: 'reports kept for too long', every: minutes(60), run: () => deps.use(keptReports).sweep() },
    { what: 'expired exports', every: minutes(10), run: () => sweepExports(deps) },
  ],
  diagnoses: [chromiumDiagnosis],
  // Without Chromium, everything but reports still works.
  checks: ({ use }) => ({ chromium: () => use(reports).state() }),
};
