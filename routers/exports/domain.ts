import type { FastifyInstance } from 'fastify';
import type { Domain } from '../../server/domain.ts';
import { minutes, seconds } from '../../server/durations.ts';
import { downloads } from './report/downloads.ts';
import { reports } from './report/reports.ts';

/** Loads Chromium's driver after the start, which it would lengthen: during a first report it would delay everybody. */
const preloadPrinter = (app: FastifyInstance) =>
  app.addHook('onListen', async () => {
    setTimeout(() => import('playwright-core').catch(() => {}), seconds(2)).unref();
  });

export const exportsDomain: Domain = {
  services: [reports],
  routes(app, deps) {
    downloads(app, deps);
    preloadPrinter(app);
  },
  sweeps: ({ use }) => [{ what: 'old reports', every: minutes(60), run: () => use(reports).sweep() }],
  // Without Chromium, everything but reports still works.
  checks: ({ use }) => ({ chromium: () => use(reports).state() }),
};
