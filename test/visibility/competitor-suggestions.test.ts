import { describe, expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';
import { competitor, suggestion } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

async function suggested(facts: Record<string, unknown>) {
  const person = await portal.register({ orgName: 'Lovelace Dental' });
  const pipeline = await person.pipeline();
  const response = await pipeline.post('/api/ingest/scans', scan(facts));
  expect(response.statusCode).toBe(201);
  return { person, data: (await person.get('/api/visibility/competitor-suggestions')).json().data };
}

describe('GET /api/visibility/competitor-suggestions', () => {
  it('returns empty values before the first scan', async () => {
    const person = await portal.register({ orgName: 'Lovelace Dental' });

    const response = await person.get('/api/visibility/competitor-suggestions');

    const empty = { currentCompetitors: [], suggestions: [] };
    expect(response.json()).toEqual({
      ok: true,
      data: { clientId: person.orgId, clientName: 'Lovelace Dental', ...empty },
    });
  });

  it('lists the most relevant first and excluded ones last', async () => {
    const { data } = await suggested({
      competitorSuggestions: [
        suggestion({ name: 'Low', relevanceScore: 10 }),
        suggestion({ name: 'Out, high', relevanceScore: 99, excludedReason: 'Another town.' }),
        suggestion({ name: 'High', relevanceScore: 90 }),
        suggestion({ name: 'Out, low', relevanceScore: 50, excludedReason: 'Another trade.' }),
        suggestion({ name: 'High too', relevanceScore: 90 }),
      ],
    });

    const names = data.suggestions.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['High', 'High too', 'Low', 'Out, high', 'Out, low']);
  });

  it('returns exactly the specified fields', async () => {
    const { person, data } = await suggested({
      competitorSuggestions: [suggestion({ domain: 'New.Example', isCurrentCompetitor: true, clientId: 'forged' })],
    });

    expect(data).toEqual({
      clientId: person.orgId,
      clientName: 'Lovelace Dental',
      currentCompetitors: [],
      suggestions: [
        {
          name: 'Newcomer Dental',
          domain: 'new.example',
          source: 'search',
          relevanceScore: 80,
          specialtyOverlap: 0.5,
          selectionReason: 'Relevance 80 of 100.',
          excludedReason: null,
          isCurrentCompetitor: false,
        },
      ],
    });
  });

  it('recognizes a current competitor by its registrable domain', async () => {
    const { data } = await suggested({
      competitors: [
        competitor({ domain: 'WWW.Rival.Example' }),
        competitor({ domain: 'rival.co.uk', status: 'failed' }),
        competitor({ domain: 'rival.co.uk' }),
        competitor({ domain: 'out.example', excluded: true }),
      ],
      competitorSuggestions: ['rival.example', 'Shop.Rival.co.uk', 'other.co.uk', 'out.example'].map(
        (domain, position) => suggestion({ domain, relevanceScore: 90 - position }),
      ),
    });

    expect(data.currentCompetitors).toEqual(['www.rival.example', 'rival.co.uk']);
    expect(data.suggestions).toMatchObject([
      { domain: 'rival.example', isCurrentCompetitor: true },
      { domain: 'shop.rival.co.uk', isCurrentCompetitor: true },
      { domain: 'other.co.uk', isCurrentCompetitor: false },
      { domain: 'out.example', isCurrentCompetitor: false },
    ]);
  });
});
