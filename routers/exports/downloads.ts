import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { notFound } from '../../server/errors.ts';
import { ARCHIVE, kindOf } from '../../server/files/kinds.ts';
import { isValidLink } from '../../server/files/links.ts';
import { attachment } from '../../server/files/storage.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import { assertWithinLimit } from '../../server/limits/limits.ts';
import { archives } from './archive/archives.ts';
import { requireActiveOwner } from './archive/require-active.ts';
import { keptReports } from './report/kept-reports.ts';
import { reports } from './report/reports.ts';

/** Of a report that a page of the portal shows beside what is written about it: no other site may frame it. */
const FRAMED = {
  'Content-Security-Policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
};

/**
 * Serves reports and archives to holders of a signed address: from a folder itself, archives for members in a bucket by
 * its own address for a quarter of an hour. Forged, expired and unknown addresses all get the same 404, so that the
 * response reveals nothing.
 */
export function downloads(app: FastifyInstance, { env, database, limits, use }: Deps) {
  const missing = () => {
    throw notFound();
  };
  app.get('/reports/:file/:filename', async (request, reply) => {
    assertWithinLimit(await limits.consume('downloads', networkOfRequest(request)));

    const asked = { ...(request.params as object), ...(request.query as object) } as Parameters<typeof isValidLink>[1];
    const forMembers = isValidLink(env.SIGNING_KEY, asked, 'members');
    if (!forMembers && !isValidLink(env.SIGNING_KEY, asked)) throw notFound();
    if (forMembers) await requireActiveOwner(database.accounts, asked.file);
    if (forMembers && env.S3_BUCKET) return reply.redirect(await use(archives).urlOf(asked.file, asked.filename));
    if ((request.query as { show?: unknown }).show === 'inline') {
      const pdf = await use(keptReports).read(asked.file).catch(missing);
      return reply.headers(FRAMED).type('application/pdf').header('Content-Disposition', 'inline').send(pdf);
    }
    const kind = kindOf(asked.filename);
    reply.type(kind.type).header('Content-Disposition', attachment(asked.filename));
    // Both are PDF files of names that nobody can guess: an address does not say whether somebody asked for the report.
    const readReport = () =>
      use(reports)
        .read(asked.file)
        .catch(() => use(keptReports).read(asked.file));
    if (kind !== ARCHIVE) return reply.send(await readReport().catch(missing));
    const { contents, size } = await use(archives).stream(asked.file).catch(missing);
    return reply.header('Content-Length', size).send(contents);
  });
}
