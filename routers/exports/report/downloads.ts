import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { notFound } from '../../../server/errors.ts';
import { isValidLink } from '../../../server/files/links.ts';
import { attachment, PDF } from '../../../server/files/storage.ts';
import { neighbourhoodOf } from '../../../server/identity/sender.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { reports } from './reports.ts';

/**
 * Reports that are kept in a folder, for whoever has an address that was signed for them. What is wrong with an address
 * is not said: forged, expired and unknown are one answer.
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
