import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { oneATurn } from '../../db/one-a-turn.ts';

/** Requests of one connection that run at once, and those that wait. Node parses all that it reads at a time, up to 64 KiB. */
const PIPELINE = { running: 4, waiting: 512 };

/** Requests left unanswered on a closed connection from which its address has to rest: to drop them takes 10 ms. */
const MANY = 64;

interface Pipeline {
  running: number;
  waiting: [IncomingMessage, ServerResponse][];
  paused: boolean;
}

/**
 * Handles requests pipelined on one connection: a few at a time, without reading on, and one of all connections in a
 * turn of the event loop, but the first of each at once. A connection with too many is closed, also after a 429.
 * `rest` is called with the address of each connection that ends with many unanswered.
 */
export function inTurns(handle: RequestListener, rest: (address: string) => void, most = PIPELINE): RequestListener {
  const nextTurn = oneATurn();
  const pipelines = new WeakMap<Socket, Pipeline>();

  function open(socket: Socket): Pipeline {
    const pipeline: Pipeline = { running: 0, waiting: [], paused: false };
    const { remoteAddress = '' } = socket;
    const { stackTraceLimit } = Error;
    // Between these two Node makes an error for each request that is left, whose stack takes most of its time.
    socket.prependOnceListener('close', () => {
      if (pipeline.waiting.length > MANY) Error.stackTraceLimit = 0;
    });
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit;
      if (pipeline.waiting.length > MANY) rest(remoteAddress);
      pipeline.waiting.length = 0;
    });
    pipelines.set(socket, pipeline);
    return pipeline;
  }

  function advance(socket: Socket, pipeline: Pipeline) {
    const next = socket.writable ? pipeline.waiting.shift() : undefined;
    if (next) return start(socket, pipeline, ...next);
    if (!pipeline.paused) return;
    pipeline.paused = false;
    socket.resume();
  }

  /** In a turn of its own: other connections come in between, however many send so. */
  const advanceLater = async (socket: Socket, pipeline: Pipeline) => {
    await nextTurn();
    if (pipeline.running < most.running) advance(socket, pipeline);
  };

  function start(socket: Socket, pipeline: Pipeline, request: IncomingMessage, response: ServerResponse) {
    pipeline.running++;
    response.once('close', () => {
      pipeline.running--;
      if (pipeline.waiting.length > 0 && response.statusCode === 429) socket.destroySoon();
      if (pipeline.paused) advanceLater(socket, pipeline);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? open(socket);
    if (pipeline.running === 0 && !pipeline.paused) return start(socket, pipeline, request, response);

    if (!pipeline.paused) socket.pause();
    pipeline.paused = true;
    if (socket.destroyed) return;
    pipeline.waiting.push([request, response]);
    const underWay = pipeline.running + pipeline.waiting.length;
    if (underWay > most.running + most.waiting) socket.destroy();
    else if (underWay <= most.running) advanceLater(socket, pipeline);
  };
}
