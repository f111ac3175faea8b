import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { agencyOf, verify, workOffReports } from '../helpers/reports.ts';
import { aeo, answer } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile({ own: true });

const DAY = 86_400_000;

/** Answers to ten questions, each asked of this model. */
const answersOf = (model: string) =>
  Array.from({ length: 10 }, (_, n) => answer({ prompt: `Question ${n}`, mentioned: true, model }));

it('a figure that cannot be compared holds a report back until a person approves it', async () => {
  const { operator, makeSchedule, makeTemplate, runPlanned, reportsOf, show } = await agencyOf(portal);
  const client = await portal.register();
  await verify(portal, client);
  const pipeline = await client.pipeline();
  const { id: templateId } = await makeTemplate({ sections: ['ai_search'] });
  const schedule = await makeSchedule({ templateId, clients: { ids: [client.orgId] } });
  await runPlanned(schedule);
  const [{ id, period } = { id: '', period: {} }] = await reportsOf(client.orgId);
  const { from } = period as { from: string };
  // One scan before the period and one on its first day, by other models.
  for (const [ago, model] of [[10 * DAY, 'model-1'] as const, [-60_000, 'model-2'] as const]) {
    const completedAt = new Date(Date.parse(from) - ago).toISOString();
    const sent = await pipeline.post(
      '/api/ingest/scans',
      scan({ completedAt, aeo: aeo({ answers: answersOf(model) }) }),
    );
    expect(sent.statusCode).toBe(201);
  }

  await workOffReports(portal);
  const held = await show(id);
  await workOffReports(portal);
  const still = await show(id);
  await operator.post(`/api/operator/reports/${id}/approve`);
  await workOffReports(portal);
  const sent = await show(id);

  const [{ kind, text }] = held.findings;
  expect(kind).toBe('not_comparable');
  expect([held, still]).toMatchObject([
    { status: 'held', reason: text, recipients: [] },
    { status: 'held', recipients: [] },
  ]);
  expect(sent).toMatchObject({ status: 'sent', reason: null, recipients: [{ email: client.email, error: null }] });
});
