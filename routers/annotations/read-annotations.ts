import { and, asc, gte, lte } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { annotations } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { DayRange } from '../values/days.ts';

/** The first notes on the charts of a period, by day. */
export const readAnnotations = (db: TenantDb, tenant: Tenant, { from, to }: DayRange, atMost: number) =>
  db
    .select({ id: annotations.id, date: annotations.date, text: annotations.text })
    .from(annotations)
    .where(ownedBy(tenant, annotations, and(gte(annotations.date, from), lte(annotations.date, to))))
    .orderBy(asc(annotations.date), asc(annotations.id))
    .limit(atMost);
