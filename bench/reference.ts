import type { openFleet } from './fleet.ts';
import type { Contender, Figures } from './rounds.ts';

const NAME = 'bare Fastify';

/** Bare Fastify with a constant body, as a measure of the machine, whose speed varies from day to day. */
export const bareFastify = async (fleet: ReturnType<typeof openFleet>): Promise<Contender> => ({
  name: NAME,
  server: await fleet.start('bare'),
  aim: { path: '/api/visibility/scores' },
});

/** CPU of a request to bare Fastify, where a section measures it. */
export const cpuOfBare = (figures: Figures[]) => figures.find(({ name }) => name.includes(NAME))?.cpu;
