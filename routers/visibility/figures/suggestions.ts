import type { CompetitorSuggestion } from '../../../db/schema/scan-parts.ts';
import type { LatestScan } from '../latest-scan.ts';
import { registrableDomain } from './domains.ts';

const domainKey = (domain: string) => registrableDomain(domain) ?? domain;

const byRelevance = (one: CompetitorSuggestion, other: CompetitorSuggestion) =>
  Number(Boolean(one.excludedReason)) - Number(Boolean(other.excludedReason)) ||
  other.relevanceScore - one.relevanceScore;

/**
 * Competitor suggestions, the most relevant first, excluded ones last. Current competitors are those of the latest scan
 * that are not excluded, matched by registrable domain.
 */
export function competitorSuggestions(scan: LatestScan<'competitors' | 'competitorSuggestions'> | undefined) {
  const measured = (scan?.parts.competitors ?? []).filter(({ excluded }) => !excluded);
  const currentCompetitors = [...new Set(measured.map(({ domain }) => domain.toLowerCase()))];
  const current = new Set(currentCompetitors.map(domainKey));
  const suggestions = (scan?.parts.competitorSuggestions ?? []).toSorted(byRelevance).map((suggestion) => {
    const domain = suggestion.domain.toLowerCase();
    const excludedReason = suggestion.excludedReason || null;
    return { ...suggestion, domain, excludedReason, isCurrentCompetitor: current.has(domainKey(domain)) };
  });
  return { currentCompetitors, suggestions };
}
