import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from 'client-portal';
import { tell } from '../parts/tell.ts';
import { texts } from '../texts/texts.ts';
import { codeOf, isAway, isTransient, retryDelayOf, sentenceOf, statusOf } from './errors.ts';
import { answers, isWaiting, untilReachable } from './reach.ts';
import { views } from './viewed.ts';

/** Options of a call that needs its own request and response: it is then sent alone, outside of a batch. */
export interface Alone extends Record<string, unknown> {
  headers?: Record<string, string>;
  onResponse?: (response: Response) => void;
}

const needsOwnRequest = (context: Alone) => Boolean(context.headers ?? context.onResponse);
/** A new account gets the language of the pages. */
const language = () => ({ 'accept-language': texts.language });
const headersOf = ({ op }: { op: { context: Alone } }) => ({ ...language(), ...op.context.headers });

/** Shows the response of a call to `onResponse` of its context. */
const responses: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { onResponse } = op.context as Alone;
    const answered = next(op);
    if (!onResponse) return answered;
    return {
      ...answered,
      subscribe: (observer) =>
        answered.subscribe({
          ...observer,
          next(value) {
            const { response } = (value.context ?? {}) as { response?: Response };
            if (response) onResponse(response);
            observer.next?.(value);
          },
        }),
    };
  };

/** The procedures of the portal, as plain calls. */
export const portal = createTRPCClient<AppRouter>({
  links: [
    views,
    responses,
    splitLink({
      condition: ({ context }) => needsOwnRequest(context as Alone),
      true: httpLink({ url: '/trpc', headers: headersOf }),
      false: httpBatchLink({ url: '/trpc', maxItems: 20, headers: language }),
    }),
  ],
});

// A button that waits is told before a second click arrives: later, a double click would send twice.
notifyManager.setScheduler(queueMicrotask);

/**
 * A change may show anywhere, so all queries on the screen are repeated, in one request. An optimistic change stays
 * pending until then, as the old value would show in between.
 */
const mutationCache = new MutationCache({
  async onSuccess(_data, _input, _context, { meta }) {
    const asked = queryClient.invalidateQueries();
    if (meta?.optimistic) await asked;
  },
  onError(error, _input, _context, { meta }) {
    if (meta?.shown || codeOf(error) === 'UNAUTHENTICATED') return;
    tell({ color: 'red', role: 'alert', message: sentenceOf(error) ?? texts.t('errors.offline') });
  },
});

export const queryClient: QueryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => isTransient(error) && failures < 4,
      retryDelay: (failures, error) => retryDelayOf(error) ?? Math.min(1000 * 2 ** failures, 8000),
      // Signed out in another tab, or a new session: asked again when this tab is looked at.
      refetchOnWindowFocus: (query) => statusOf(query.state.error) !== 401,
    },
  },
});

/** Waits for an unreachable portal, which the pages then show, and repeats the queries that failed meanwhile. */
async function watch(error: unknown) {
  if (!isAway(error) || isWaiting.get() || (await answers())) return;
  await untilReachable();
  void queryClient.refetchQueries({ predicate: ({ state }) => isAway(state.error) });
}

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { action } = event;
  if (action.type === 'failed' || action.type === 'error') void watch(action.error);
});

/** The procedures of the portal, as options of queries and mutations. */
export const api = createTRPCOptionsProxy<AppRouter>({ client: portal, queryClient });
