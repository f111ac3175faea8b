import { createHash } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { openEmbedded } from '../../db/embedded.ts';

const COOKIE = /(?:^|; )portal_session=([\w-]+)/;

async function open() {
  const { DATABASE_URL, DATA_DIR = '' } = process.env;
  if (DATABASE_URL) return postgres(DATABASE_URL, { max: 10 });
  const { socket } = await openEmbedded(DATA_DIR);
  const inside = { host: 'embedded', database: 'postgres', username: 'postgres', max: 1, socket };
  return postgres(inside as object);
}

/**
 * Handwritten Fastify and postgres.js: two prepared queries for each route, no limits, no validation, no row-level
 * security. With `remembered` it keeps the scores of each organization in memory, for ever.
 */
async function handwritten({ remembered }: { remembered: boolean }) {
  const sql = await open();
  const app = Fastify();
  const scores = new Map<string, object>();
  async function sessionOf({ headers }: FastifyRequest) {
    const token = COOKIE.exec(headers.cookie ?? '')?.[1] ?? '';
    const id = createHash('sha256').update(token).digest('hex');
    const [session] = await sql`
      select s.org_id, s.expires_at, u.id, u.email from sessions s join users u on u.id = s.user_id where s.id = ${id}`;
    return session && session.expires_at >= new Date() ? session : undefined;
  }

  app.get('/api/visibility/scores', async (request, reply) => {
    const session = await sessionOf(request);
    if (!session) return reply.code(401).send({ ok: false });
    const known = scores.get(session.org_id);
    if (known) return known;

    const [run] = await sql`
      select id, completed_at, raw_score, dynamic_score, confidence, tiers, components from score_runs
      where client_id = ${session.org_id} order by completed_at desc, id desc limit 1`;
    if (!run) return reply.code(404).send({ ok: false });
    const { raw_score: rawScore, dynamic_score: dynamicScore, confidence, completed_at: asOf } = run;
    const answer = {
      ok: true,
      data: {
        runId: run.id,
        asOf,
        overall: { rawScore, dynamicScore, confidence, calculatedAt: asOf },
        tiers: run.tiers,
        components: run.components,
        lastScanDate: asOf,
      },
    };
    if (remembered) scores.set(session.org_id, answer);
    return answer;
  });

  app.get('/api/insights/history', async (request, reply) => {
    const session = await sessionOf(request);
    if (!session) return reply.code(401).send({ error: 'Please sign in first.' });
    const rows = await sql`
      select t.total, r.* from insight_run_totals t left join lateral (
        select id, run_type, input_params, result_data, execution_time_ms, tokens_used, ai_provider, ai_model, completed_at
        from insight_runs where client_id = t.client_id and completed_at is not null
        order by completed_at desc, id desc limit 10) r on true
      where t.client_id = ${session.org_id} order by r.completed_at desc, r.id desc`;
    const runs = rows.flatMap(({ total, ...run }) => (run.id ? [run] : []));
    return { runs, total: Number(rows[0]?.total ?? 0), limit: 10, offset: 0 };
  });
  return app;
}

export const byHand = () => handwritten({ remembered: false });

export const byHandRemembered = () => handwritten({ remembered: true });
