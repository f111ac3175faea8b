import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The number of pages searched, last changed first. */
const LOOKED_THROUGH = 50;

export interface Publication {
  id: string;
  title: string;
  publishedAt: string;
}

/** The pages that were published, the first one first; undefined until they are known. */
export function usePublications(): Publication[] | undefined {
  const pages = useQuery(api.cms.pages.list.queryOptions({ status: 'published', limit: LOOKED_THROUGH }));
  if (!pages.data && !pages.error) return undefined;
  return (pages.data ?? [])
    .flatMap(({ id, title, publishedAt }) => (publishedAt ? [{ id, title, publishedAt }] : []))
    .toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt));
}

/**
 * Publications by the first scan after them, which is the first that can show what they brought. What came before the
 * first or after the last scan has none. `scans` are oldest first.
 */
export function byNextScan<Scan extends { runId: string; asOf: string }>(scans: Scan[], publications: Publication[]) {
  const [first] = scans;
  const found = new Map<string, Publication[]>();
  for (const publication of publications) {
    const next = scans.find(({ asOf }) => asOf >= publication.publishedAt);
    if (!first || !next || publication.publishedAt < first.asOf) continue;
    found.set(next.runId, [...(found.get(next.runId) ?? []), publication]);
  }
  return found;
}
