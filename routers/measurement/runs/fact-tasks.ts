import type { TenantDb } from '../../../db/handles.ts';
import { actionItems } from '../../../db/schema/index.ts';
import type { StatedFact } from '../../../db/schema/scan-parts.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { factsChanged } from '../../../server/cache/versions.ts';
import { MEASURED } from '../../dashboard/public.ts';
import { properName } from '../../values/proper-name.ts';
import { normalizeText, registrableDomain } from '../../visibility/public.ts';

interface Stating {
  engine: string;
  facts: StatedFact[];
  citations: { url: string }[];
}

const WORDS: Record<StatedFact['kind'], string> = { phone: 'phone number', website: 'website', address: 'address' };

const keyOf = ({ kind, stated }: StatedFact) =>
  `${MEASURED}${kind}:${normalizeText(stated).replaceAll(' ', '-')}`.slice(0, 200);

function taskOf(fact: StatedFact, { engine, citations }: Stating) {
  const cited = [...new Set(citations.flatMap(({ url }) => registrableDomain(url) ?? []))].slice(0, 5);
  const source = cited.length > 0 ? ` It cited ${cited.join(', ')}.` : '';
  const where = fact.directory ? ` ${fact.directory} lists the same: correct it there first.` : '';
  return {
    title: `Correct a wrong ${WORDS[fact.kind]} in AI answers: ${fact.stated}`.slice(0, 300),
    description: `${properName(engine)} states ${fact.stated}, which is not in your profile.${source}${where}`.slice(
      0,
      2000,
    ),
  };
}

/** Makes one task of each wrong fact, however often it is stated; one that was made before stays as it is. */
export async function makeFactTasks(tx: TenantDb, tenant: Tenant, answers: readonly Stating[]): Promise<void> {
  const tasks = new Map<string, ReturnType<typeof taskOf>>();
  for (const answer of answers)
    for (const fact of answer.facts)
      if (!fact.right && !tasks.has(keyOf(fact))) tasks.set(keyOf(fact), taskOf(fact, answer));
  if (tasks.size === 0) return;
  const rows = [...tasks].slice(0, 200).map(([externalId, task]) => ({
    clientId: tenant.clientId,
    externalId,
    ...task,
    category: 'accuracy',
    priority: 'high' as const,
    status: 'open' as const,
    source: 'scan' as const,
  }));
  const made = await tx.insert(actionItems).values(rows).onConflictDoNothing().returning({ id: actionItems.id });
  if (made.length > 0) await factsChanged(tx, tenant);
}
