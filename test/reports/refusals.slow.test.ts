import { expect, it } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import { agencyOf } from '../helpers/reports.ts';
import { reply, smtpForThisTest } from '../helpers/smtp.ts';

it('a recipient whom the mail server refuses keeps no other waiting, and the refusal stands at them', async () => {
  const smtp = await smtpForThisTest({
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'gone@client.example' ? reply(550, 'No such user here') : undefined),
  });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();
  const others = ['a', 'b', 'c', 'd'].map((name) => `${name}@client.example`);

  const { report } = await agency.runFor(client, { recipients: [...others, 'gone@client.example'] });

  expect(report.status).toBe('sent');
  expect(smtp.delivered.flatMap(({ recipients }) => recipients).sort()).toEqual(others);
  const refused = report.recipients.filter(({ error }: { error: unknown }) => error !== null);
  expect(refused).toEqual([
    { email: 'gone@client.example', bcc: false, sentAt: null, error: expect.stringContaining('rejected') },
  ]);
});

it('a mail that is not accepted for now is tried again', async () => {
  let refusals = 0;
  const smtp = await smtpForThisTest({
    onRcptTo: (_address, _session, done) => done(refusals++ === 0 ? reply(451, 'Later') : undefined),
  });
  const portal = await portalForThisTest({ env: { SMTP_URL: smtp.url } });
  const agency = await agencyOf(portal);
  const client = await portal.register();

  const { report } = await agency.runFor(client, { recipients: ['later@client.example'] });

  expect(report.recipients).toMatchObject([{ sentAt: null, error: expect.stringContaining('did not accept') }]);
});
