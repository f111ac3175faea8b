import type { FastifyInstance } from 'fastify';
import { PortalError } from '../errors.ts';
import { METHODS } from '../http/guards.ts';
import { sendProblem } from '../http/problem.ts';
import type { SendPage } from './built-pages.ts';
import { prefersHtml } from './html.ts';

const isForPrograms = (path: string) => /^\/(api|trpc|assets)(\/|$)/.test(path);

/** Answers requests that no route takes: browsers get the page that says so, other clients a JSON error. */
export function answerUnknown(app: FastifyInstance, page: SendPage) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    // Fixed addresses outside /api and /trpc: routes below these refuse other methods themselves.
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0) {
      reply.header('Allow', allowed.join(', '));
      const isOauth = /^\/(oauth|\.well-known)\//.test(path);
      return sendProblem(reply, new PortalError('METHOD_NOT_ALLOWED'), isOauth ? 'oauth' : undefined);
    }
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && prefersHtml(request) && !isForPrograms(path)) return page(request, reply, 404);
    return sendProblem(reply, new PortalError('NOT_FOUND'));
  });
}
