import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { claimCall } from '../../routers/measurement/asking/claim.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const rows = () => portal.deps.database.asMaintenance();

/** Clients with a run under way, of so many answers by one engine. */
async function running(clients: number, answers: number) {
  const ids = JSON.stringify(Array.from({ length: clients }, () => randomUUID()));
  const each = sql`(select value::uuid as id from jsonb_array_elements_text(${ids}::jsonb))`;
  await portal.deps.database.accounts.execute(sql`
    insert into organizations (id, name) select id, 'Client ' || id from ${each} as client`);
  await rows().execute(sql`
    insert into measurement_runs (client_id, id, trigger, plan, total)
    select id, id, 'schedule', '{"competitors":[],"listed":[],"queryMode":"local_discovery","audit":null,"scores":"own"}', ${answers}::int
    from ${each} as client`);
  await rows().execute(sql`
    insert into measurement_run_engines (client_id, run_id, engine, model, total)
    select id, id, 'openai', 'demo', ${answers}::int from ${each} as client`);
  await rows().execute(sql`
    insert into measurement_answers (client_id, run_id, number, engine, prompt_id, prompt)
    select id, id, number, 'openai', id, 'a question' from ${each} as client, generate_series(1, ${answers}::int) as number`);
}

const nextClient = async () =>
  (await claimCall(rows(), { engine: 'openai', worker: 2 ** 31 - 1, atOnce: 100_000 }))?.clientId;

it('200 clients take turns call by call, one of them with 500 questions asked 20 times each', async () => {
  await running(1, 500 * 20);
  const [large] = [await nextClient(), await nextClient()];
  await running(199, 3);

  const turns: (string | undefined)[] = [];
  for (let turn = 0; turn < 200; turn++) turns.push(await nextClient());

  // Every client has one turn, the large one too.
  expect(new Set(turns).size).toBe(200);
  expect(turns).toContain(large);
});
