import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Alone } from './client.ts';

interface Part<Answer> {
  answer: Answer;
  next: string | undefined;
}

/** The cursor in a `Link` header of a tRPC call, if there is a next page. */
function cursorIn(link: string | null): string | undefined {
  const [, address] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
  if (!address) return undefined;
  const input = new URL(address, location.origin).searchParams.get('input');
  return input ? (JSON.parse(input) as { after?: string }).after : undefined;
}

/**
 * A list that is read on at the end. `ask` makes the call with the cursor and the context it is given:
 * `useList(api.cms.pages.list.queryKey(), (page, how) => portal.cms.pages.list.query(page, how), (answer) => answer)`.
 */
export function useList<Answer, Row>(
  queryKey: QueryKey,
  ask: (page: { after?: string }, how: { context: Alone; signal: AbortSignal }) => Promise<Answer>,
  rowsOf: (answer: Answer) => Row[],
) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'list'],
    async queryFn({ pageParam, signal }): Promise<Part<Answer>> {
      let next: string | undefined;
      const onResponse = (response: Response) => {
        next = cursorIn(response.headers.get('link'));
      };
      const answer = await ask(pageParam ? { after: pageParam } : {}, { context: { onResponse }, signal });
      return { answer, next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const parts = query.data?.pages;
  return { ...query, first: parts?.[0]?.answer, rows: parts?.flatMap(({ answer }) => rowsOf(answer)) };
}
