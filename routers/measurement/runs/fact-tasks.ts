import type { TenantDb } from '../../../db/handles.ts';
import { actionItems } from '../../../db/schema/index.ts';
import type { StatedFact } from '../../../db/schema/scan-parts.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { factsChanged } from '../../../server/cache/versions.ts';
import type { Language } from '../../../server/languages.ts';
import { MEASURED } from '../../dashboard/public.ts';
import { properName } from '../../values/proper-name.ts';
import { languageOfBusiness, normalizeText, readBusinessRecord, registrableDomain } from '../../visibility/public.ts';

interface Stating {
  engine: string;
  facts: StatedFact[];
  citations: { url: string }[];
}

const TEXTS = {
  en: {
    kinds: { phone: 'phone number', website: 'website', address: 'address' },
    title: (kind: string, stated: string) => `Correct a wrong ${kind} in AI answers: ${stated}`,
    states: (engine: string, stated: string) => `${engine} states ${stated}, which is not in your profile.`,
    cited: (domains: string) => ` It cited ${domains}.`,
    listed: (directory: string) => ` ${directory} lists the same: correct it there first.`,
  },
  de: {
    kinds: { phone: 'Telefonnummer', website: 'Website', address: 'Adresse' },
    title: (kind: string, stated: string) => `Falsche ${kind} in KI-Antworten korrigieren: ${stated}`,
    states: (engine: string, stated: string) => `${engine} nennt ${stated}. Das steht nicht in Ihrem Profil.`,
    cited: (domains: string) => ` Zitiert wurde ${domains}.`,
    listed: (directory: string) => ` ${directory} zeigt dasselbe: Korrigieren Sie es dort zuerst.`,
  },
} satisfies Record<Language, unknown>;

const keyOf = ({ kind, stated }: StatedFact) =>
  `${MEASURED}${kind}:${normalizeText(stated).replaceAll(' ', '-')}`.slice(0, 200);

function taskOf(fact: StatedFact, { engine, citations }: Stating, language: Language) {
  const { kinds, title, states, cited, listed } = TEXTS[language];
  const { kind, stated, directory } = fact;
  const domains = [...new Set(citations.flatMap(({ url }) => registrableDomain(url) ?? []))].slice(0, 5).join(', ');
  const description = [states(properName(engine), stated), domains && cited(domains), directory && listed(directory)];
  return {
    title: title(kinds[kind], stated).slice(0, 300),
    description: description.filter(Boolean).join('').slice(0, 2000),
  };
}

/**
 * Makes one task of each wrong fact, however often it is stated, in the language of the organization's country; one
 * that was made before stays as it is.
 */
export async function makeFactTasks(tx: TenantDb, tenant: Tenant, answers: readonly Stating[]): Promise<void> {
  const wrong = new Map<string, [StatedFact, Stating]>();
  for (const answer of answers)
    for (const fact of answer.facts) if (!fact.right && !wrong.has(keyOf(fact))) wrong.set(keyOf(fact), [fact, answer]);
  if (wrong.size === 0) return;
  const language = languageOfBusiness(await readBusinessRecord(tx, tenant));
  const rows = [...wrong].slice(0, 200).map(([externalId, [fact, answer]]) => ({
    clientId: tenant.clientId,
    externalId,
    ...taskOf(fact, answer, language),
    category: 'accuracy',
    priority: 'high' as const,
    status: 'open' as const,
    source: 'scan' as const,
  }));
  const made = await tx.insert(actionItems).values(rows).onConflictDoNothing().returning({ id: actionItems.id });
  if (made.length > 0) await factsChanged(tx, tenant);
}
