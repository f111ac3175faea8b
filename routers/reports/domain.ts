import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { reportCommands } from './command.ts';
import { reportMails } from './deliver.ts';
import { makePlanned } from './make.ts';
import { openRoutes } from './open.ts';
import { reportPlanner } from './plan.ts';
import { sweepReports } from './retention.ts';
import { sendDue } from './send.ts';
import { tellReviewers } from './tell-reviewers.ts';

export const reportsDomain: Domain = {
  routes: openRoutes,
  commands: reportCommands,
  sweeps: (deps) => [
    { what: 'reports that are due', every: seconds(20), run: () => deps.use(reportPlanner).plan() },
    { what: 'reports to print', every: seconds(5), run: () => makePlanned(deps) },
    { what: 'approved reports', every: seconds(5), run: () => sendDue(deps) },
    { what: 'mails with reports', every: seconds(2), run: () => deps.use(reportMails).sendDue() },
    { what: 'reports to review', every: minutes(1), run: () => tellReviewers(deps) },
    { what: 'reports of long ago', every: minutes(60), run: () => sweepReports(deps) },
  ],
};
