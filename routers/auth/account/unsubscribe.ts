import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { readBytes } from '../../../server/http/body.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { BODY_BYTES } from '../../../server/limits/sizes.ts';
import { changeNotifications } from './notifications.ts';
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';
import type { NoticeKind } from './wanted-mails.ts';

const NAMES: Record<NoticeKind, string> = {
  weeklyDigest: 'the weekly digest',
  scoreDrop: 'emails about a falling score',
  overdueGoals: 'emails about overdue goals',
  reviewRequested: 'emails about requested reviews',
  paymentFailed: 'emails about failed payments',
};

const STYLE = `body{margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#f4f6f8}
main{max-width:480px;margin:0 auto;padding:24px;border-radius:8px;background:#fff}
h1{margin:0 0 16px;font-size:20px}
button{padding:12px 20px;border:0;border-radius:6px;background:#1f4b99;color:#fff;font:inherit;font-weight:600;cursor:pointer}`;

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
  // Without a referrer, browsers send the form from the origin "null", which is another site.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;

const QUESTION = '<form method="post"><button type="submit">Unsubscribe</button></form>';
const DONE = '<p>You can turn them on again in the settings of your account.</p>';
const INVALID = page(
  'This link is not valid',
  '<p>Please open the link of an email again, or sign in and change your settings.</p>',
);

/**
 * One-click unsubscribe (RFC 8058), for people and mail programs that are not signed in. Opening the link only asks:
 * scanners of mails open links too.
 */
export function unsubscribeRoutes(app: FastifyInstance, { env, database, limits }: Deps) {
  const handle =
    (answer: (asked: { kind: NoticeKind; userId: string }) => Promise<string> | string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
      // The form's body says nothing that the address does not.
      if (request.method === 'POST') await readBytes(request, BODY_BYTES.credentials);
      reply.headers(HEADERS).type('text/html; charset=utf-8');
      const asked = readUnsubscribeToken(env, (request.query as { token?: unknown }).token);
      if (!asked) return reply.code(400).header('X-Error-Code', 'INVALID_TOKEN').send(INVALID);
      return reply.send(await answer(asked));
    };

  app.get(
    UNSUBSCRIBE_PATH,
    handle(({ kind }) => page(`Unsubscribe from ${NAMES[kind]}?`, QUESTION)),
  );
  app.post(
    UNSUBSCRIBE_PATH,
    handle(async ({ kind, userId }) => {
      await changeNotifications(database.accounts, userId, { [kind]: false });
      return page(`You will no longer get ${NAMES[kind]}`, DONE);
    }),
  );
}
