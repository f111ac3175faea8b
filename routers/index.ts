import { router } from '../server/trpc.ts';
import { authRouter } from './auth/index.ts';
import { ingestRouter } from './ingest/index.ts';
import { insightsRouter } from './insights.ts';
import { visibilityRouter } from './visibility/index.ts';

/** The table of contents: a path's first word is its router. */
export const appRouter = router({
  auth: authRouter,
  ingest: ingestRouter,
  insights: insightsRouter,
  visibility: visibilityRouter,
});

/** All that a TypeScript frontend needs to know of the server. */
export type AppRouter = typeof appRouter;
