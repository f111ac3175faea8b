import { Readable } from 'node:stream';
import { z } from 'zod';
import { PortalError } from '../../../server/errors.ts';
import { ARCHIVE } from '../../../server/files/kinds.ts';
import { attachment } from '../../../server/files/storage.ts';
import { openZip } from '../../../server/files/zip.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { ANSWER_BYTES } from '../../../server/limits/sizes.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ARCHIVES, personalArchives } from '../../exports/public.ts';
import { authRoutes } from '../routes.ts';

const { get } = authRoutes('Account');

/** The archive itself; over tRPC, whose answers are JSON, as base64. */
const Archive = z
  .custom<string | Readable>((value) => typeof value === 'string' || value instanceof Readable)
  .meta({ description: 'A ZIP archive.', override: { type: 'string', format: 'binary' } });

/** Collects a stream that fits into a response of JSON. @throws PAYLOAD_TOO_LARGE */
async function asBase64(contents: Readable) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of contents as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Base64 takes four characters for three bytes.
    if (bytes > ANSWER_BYTES.heavy * 0.7)
      throw new PortalError('PAYLOAD_TOO_LARGE', 'The archive is too large for tRPC. Please get it over REST.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('base64');
}

export const accountExport = {
  export: signedInProcedure
    .meta(
      get('/auth/account/export', 'Export your own data', {
        description:
          'A ZIP archive of the account, its sessions and activity, and the content that you wrote in organizations that are open to you (not suspended, and with the second factor that they require): NDJSON files and `manifest.json`. At most ten an hour. Over tRPC it is base64.',
        returns: 'The archive.',
        weight: 'heavy',
        produces: ARCHIVE.type,
        support: 'never',
      }),
    )
    .output(Archive)
    .query(async ({ ctx: { deps, user, session, request, reply, consumeFor } }) => {
      assertWithinLimit(await consumeFor('accountExports', user.id));
      const zip = openZip();
      // Somebody who reads too slowly must not keep it open.
      const tooLate = setTimeout(() => zip.fail(new Error('The archive was not read in time.')), ARCHIVES.personal);
      zip.contents.once('close', () => clearTimeout(tooLate));
      const { twoFactors } = session;
      deps.use(personalArchives).write(zip, { userId: user.id, twoFactors }).catch(zip.fail);
      if (request.url.startsWith('/trpc/')) return asBase64(zip.contents);
      const day = new Date().toISOString().slice(0, 10);
      reply.header('Content-Disposition', attachment(`account-${day}.${ARCHIVE.extension}`));
      return zip.contents;
    }),
};
