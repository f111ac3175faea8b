import { router } from '../../server/trpc/procedures.ts';
import { activityProcedures } from './activity.ts';
import { binProcedures } from './bin.ts';
import { commentProcedures } from './comments.ts';
import { pageProcedures } from './pages.ts';
import { previewProcedures } from './preview.ts';
import { scheduleProcedures } from './schedule.ts';
import { pageScoreProcedures } from './scores.ts';
import { cmsTemplates, templates } from './templates.ts';
import { versionDiffProcedures } from './version-diff.ts';
import { versionProcedures } from './versions.ts';

export const cmsRouter = router({
  pages: router({
    ...pageProcedures,
    ...pageScoreProcedures,
    ...versionProcedures,
    ...versionDiffProcedures,
    ...activityProcedures,
    ...commentProcedures,
    ...scheduleProcedures,
    ...binProcedures,
  }),
  templates: cmsTemplates,
  ...previewProcedures,
});

export { templates };
