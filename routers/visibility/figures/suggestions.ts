import type { CompetitorSuggestion } from '../../../db/schema/scan-parts.ts';
import type { LatestScan } from '../latest-scan.ts';
import { registrableDomain } from './domains.ts';

const identity = (domain: string) => registrableDomain(domain) ?? domain;

const byRelevance = (one: CompetitorSuggestion, other: CompetitorSuggestion) =>
  Number(Boolean(one.excludedReason)) - Number(Boolean(other.excludedReason)) ||
  other.relevanceScore - one.relevanceScore;

/**
 * Whom the client might compare itself with: the most relevant first, excluded ones last. A current competitor is one
 * that the latest scan measures and policy does not exclude; it is known by its registrable domain.
 */
export function competitorSuggestions(scan: LatestScan<'competitors' | 'competitorSuggestions'> | undefined) {
  const measured = (scan?.parts.competitors ?? []).filter(({ excluded }) => !excluded);
  const currentCompetitors = [...new Set(measured.map(({ domain }) => domain.toLowerCase()))];
  const current = new Set(currentCompetitors.map(identity));
  const suggestions = (scan?.parts.competitorSuggestions ?? []).toSorted(byRelevance).map((suggestion) => {
    const domain = suggestion.domain.toLowerCase();
    const excludedReason = suggestion.excludedReason || null;
    return { ...suggestion, domain, excludedReason, isCurrentCompetitor: current.has(identity(domain)) };
  });
  return { currentCompetitors, suggestions };
}
