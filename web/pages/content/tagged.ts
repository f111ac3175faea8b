import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { type Alone, api, portal } from '../../api/client.ts';

type PageData = inferRouterOutputs<AppRouter>['cms']['pages']['get']['data'];

/** A page as it was read, with the tag by which the portal tells whether it has changed since. */
export interface Tagged {
  page: PageData;
  etag: string;
}

type Call = (how: { context: Alone }) => Promise<{ data: PageData }>;

/** A call that answers a page, with its tag. With the tag of an older one, the page must not have changed since. */
export async function tagged(call: Call, unchangedSince?: string): Promise<Tagged> {
  let etag = '';
  const context: Alone = {
    ...(unchangedSince && { headers: { 'if-match': unchangedSince } }),
    onResponse(response) {
      etag = response.headers.get('etag') ?? '';
    },
  };
  const { data } = await call({ context });
  return { page: data, etag };
}

export const readPage = (id: string) => tagged((how) => portal.cms.pages.get.query({ id }, how));

/** A page and its tag. */
export const usePage = (id: string) =>
  useQuery({ queryKey: [...api.cms.pages.get.queryKey({ id }), 'tagged'], queryFn: () => readPage(id) });
