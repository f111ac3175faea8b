import { expect, it } from 'vitest';
import { mailNeeded } from '../../portal/commands/doctor/mail-needed.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';

const portal = portalForThisFile({ own: true });

const examined = (variables: { SMTP_URL?: string } = {}) => {
  const { env, log, database } = portal.deps;
  const freeBytes = () => Promise.resolve(0);
  return mailNeeded.run({
    env: { ...env, SMTP_URL: undefined, ...variables },
    log,
    database: () => Promise.resolve(database),
    freeBytes,
  });
};

it('the doctor warns where reports or alerts are to be mailed, and no mail server is set', async () => {
  const nothing = await examined();
  const { makeSchedule } = await agencyOf(portal);
  await makeSchedule({ clients: { all: true } });
  const admin = await portal.register();
  const alert = { metric: 'sessions', when: 'below', value: 5 };
  await admin.post('/api/alerts', { ...alert, channels: ['webhook'] });
  await admin.post('/api/alerts', { ...alert, channels: ['mail'], muted: true });
  for (const channels of [['mail'], ['webhook', 'mail']]) await admin.post('/api/alerts', { ...alert, channels });

  const missing = await examined();
  const set = await examined({ SMTP_URL: 'smtp://127.0.0.1:9' });

  expect([nothing.state, missing.state, set.state]).toEqual(['ok', 'warning', 'ok']);
  expect(missing.message).toContain('for one schedule of reports and 2 alerts');
});
