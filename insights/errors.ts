import type { FastifyError, FastifyInstance } from 'fastify';

// One fixed message per status, so that no internal detail leaves the service.
const MESSAGES: Record<number, string> = {
  400: 'The question does not match the schema.',
  401: 'The service secret is missing or wrong.',
  404: 'There is nothing at this address.',
  408: 'The question did not arrive in time.',
  413: 'The question is too large.',
  415: 'Send the question as application/json.',
};

export const errorBody = (status: number) => ({
  error: MESSAGES[status] ?? 'The question could not be answered.',
});

/** Answers every error with the fixed message for its status. */
export function handleErrors(app: FastifyInstance) {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(404)));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      request.log.error({ name: error.name, code: error.code, stack: error.stack }, 'The request failed.');
    return reply.code(status).send(errorBody(status));
  });
}
