import { router } from '../../server/trpc/ladder.ts';
import { activityProcedures } from './activity.ts';
import { pageProcedures } from './pages.ts';
import { pageScoreProcedures } from './scores.ts';
import { cmsTemplates, templates } from './templates.ts';
import { versionProcedures } from './versions.ts';

export const cmsRouter = router({
  pages: router({ ...pageProcedures, ...pageScoreProcedures, ...versionProcedures, ...activityProcedures }),
  templates: cmsTemplates,
});

export { templates };
