import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { notFound } from '../../../server/errors.ts';
import { isValidLink } from '../../../server/files/links.ts';
import { attachment, PDF } from '../../../server/files/storage.ts';
import { neighbourhoodOf } from '../../../server/identity/sender.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { reports } from './reports.ts';

/**
 * Serves reports stored in a folder to holders of a signed address. Forged, expired and unknown addresses all get the
 * same 404, so that the response reveals nothing.
 */
export function downloads(app: FastifyInstance, { env, limits, use }: Deps) {
  app.get('/reports/:file/:filename', async (request, reply) => {
    assertWithinLimit(await limits.hit('downloads', neighbourhoodOf(request)));

    const asked = { ...(request.params as object), ...(request.query as object) } as Parameters<typeof isValidLink>[1];
    if (!isValidLink(env.SIGNING_KEY, asked)) throw notFound();
    const pdf = await use(reports)
      .read(asked.file)
      .catch(() => {
        throw notFound();
      });
    return reply.type(PDF).header('Content-Disposition', attachment(asked.filename)).send(pdf);
  });
}
