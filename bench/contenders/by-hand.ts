import { createHash } from 'node:crypto';
import Fastify from 'fastify';
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

/** Handwritten Fastify and postgres.js: two prepared queries, no limits, no validation, no row-level security. */
export async function byHand() {
  const sql = await open();
  const app = Fastify();
  app.get('/api/visibility/scores', async (request, reply) => {
    const token = COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const id = createHash('sha256').update(token).digest('hex');
    const [session] = await sql`
      select s.org_id, s.expires_at, u.id, u.email from sessions s join users u on u.id = s.user_id where s.id = ${id}`;
    if (!session || session.expires_at < new Date()) return reply.code(401).send({ ok: false });

    const [run] = await sql`
      select id, completed_at, raw_score, dynamic_score, confidence, tiers, components from score_runs
      where client_id = ${session.org_id} order by completed_at desc, id desc limit 1`;
    if (!run) return reply.code(404).send({ ok: false });
    const { raw_score: rawScore, dynamic_score: dynamicScore, confidence, completed_at: asOf } = run;
    return {
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
  });
  return app;
}
