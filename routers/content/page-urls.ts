import { sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { pages, pagePerformance as performance } from '../../db/schema/index.ts';
import type { Row } from '../records/record-type.ts';

/** A statement that gives the pages of stored figures the address of their newest figures that have one. */
export function reportUrls(clientId: string, rows: readonly Row[]) {
  const ids = makePgArray([...new Set(rows.map(({ data }) => String(data.pageId)))]);
  return sql`
    update ${pages} set reported_url = newest.url
    from (
      select asked.id, (
        select url from ${performance}
        where ${performance.clientId} = ${clientId}::uuid and ${performance.pageId} = asked.id and url is not null
        order by ${performance.date} desc, ${performance.updatedAt} desc, ${performance.externalId}
        limit 1
      ) as url
      from unnest(${ids}::uuid[]) as asked(id)
    ) newest
    where ${pages.clientId} = ${clientId}::uuid and ${pages.id} = newest.id
      and ${pages.reportedUrl} is distinct from newest.url`;
}
