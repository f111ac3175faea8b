import { expect, it } from 'vitest';
import { auditForRun, queueAudits } from '../../routers/measurement/runs/audit-job.ts';
import { endOfRun, MEASUREMENT } from '../helpers/engines.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

it('a run of an audit alone ends with it, and one that fails changes nothing else', async () => {
  const admin = await portal.register();
  await admin.put(MEASUREMENT, { siteAudit: { enabled: true, startUrl: 'http://127.0.0.1:1/', maxPages: 1 } });

  const { data: run } = (await admin.post(`${MEASUREMENT}/runs`)).json();
  await queueAudits(portal.deps);
  await queueAudits(portal.deps);
  await auditForRun(portal.deps)({ clientId: admin.orgId, runId: run.id }, {});
  const ended = await endOfRun(portal, admin, run.id);

  expect(ended).toMatchObject({ status: 'completed', progress: { total: 0 }, scanRunId: null });
  expect((await admin.get('/api/visibility/site-audit')).json().data.failure.reason).toContain('could not be reached');
});
