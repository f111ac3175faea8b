import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { downloads } from './report/downloads.ts';
import { reports } from './report/reports.ts';

export const exportsDomain: Domain = {
  services: [reports],
  routes: downloads,
  sweeps: ({ use }) => [{ what: 'old reports', every: minutes(60), run: () => use(reports).sweep() }],
  // Without Chromium, everything but reports still works.
  checks: ({ use }) => ({ chromium: () => use(reports).state() }),
};
