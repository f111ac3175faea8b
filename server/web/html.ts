import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Whether the caller is a browser that opens an address, and not a client of the API. */
export const prefersHtml = ({ headers: { accept = '' } }: FastifyRequest) =>
  negotiate(accept, ['text/html', 'application/json']) === 'text/html';
