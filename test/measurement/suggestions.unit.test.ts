import { describe, expect, it } from 'vitest';
import { INDUSTRIES } from '../../routers/measurement/suggested/industries.ts';
import { suggestPrompts } from '../../routers/measurement/suggested-prompts.ts';

const HERE = { address: '12 Harbor Street, Suite 3, Portland, ME 04101', timezone: 'America/New_York' };
const BONN = { address: 'Am Hof 1, 53111 Bonn', timezone: 'Europe/Berlin' };
const of = (facts: Partial<Parameters<typeof suggestPrompts>[0]> = {}) =>
  suggestPrompts({ name: 'Harbor Street Dental', vertical: 'dental', website: null, ...HERE, ...facts });
const texts = (facts?: Parameters<typeof of>[0]) => of(facts).map(({ text }) => text);

describe('Suggested questions', () => {
  it('are at least 50 for every industry, an unknown one and none, in both languages', () => {
    const verticals = [...INDUSTRIES.en.keys(), ...INDUSTRIES.de.keys(), 'bespoke_candles', null];
    for (const vertical of verticals)
      for (const where of [HERE, BONN, { address: null, timezone: null }]) {
        const all = of({ vertical, ...where });
        expect(all.length, `${vertical}`).toBeGreaterThanOrEqual(50);
        expect(all.filter(({ text }) => /undefined|null| {2}|^ | $/.test(text))).toEqual([]);
        // A hundred questions of one kind would measure one thing.
        expect(new Set(all.slice(0, 25).flatMap(({ tags }) => tags)).size, `${vertical}`).toBeGreaterThanOrEqual(6);
      }
  });

  it('name what the industry offers, and the town', () => {
    expect(texts().slice(0, 12)).toMatchInlineSnapshot(`
      [
        "best dentist in Portland",
        "top rated dentist in Portland",
        "dentists for dental implants in Portland",
        "dentists for teeth whitening in Portland",
        "dentists with good reviews in Portland",
        "dentists open on Saturday in Portland",
        "Can you recommend a dentist in Portland?",
        "Which dentists in Portland have the best reviews?",
        "Where should I go for dental implants in Portland?",
        "Where should I go for teeth whitening in Portland?",
        "What do people say about Harbor Street Dental?",
        "Is Harbor Street Dental a good choice?",
      ]
    `);
    expect(texts({ address: null }).at(0)).toBe('best dentist near me');
    expect(texts({ address: 'Portland' }).at(0)).toBe('best dentist in Portland');
    expect(texts({ address: 'Portland, ME 04101' }).at(0)).toBe('best dentist in Portland');
    expect(texts({ address: 'Market Square, Portland' }).at(0)).toBe('best dentist near me');
    expect(texts({ address: '53111 Bonn', timezone: null }).join()).toContain(' in Bonn');
    expect(texts({ address: null, nearMe: false }).filter((text) => text.includes('near me'))).toEqual([]);
    expect(texts({ address: null, nearMe: false }).at(0)).toBe('best dentist');
  });

  it('are German for a client in Germany, Austria or Switzerland', () => {
    expect(texts(BONN).slice(0, 12)).toMatchInlineSnapshot(`
      [
        "Beste Zahnärzte in Bonn",
        "Empfehlenswerte Zahnärzte in Bonn",
        "Zahnärzte für Zahnimplantate in Bonn",
        "Zahnärzte für Bleaching in Bonn",
        "Zahnärzte mit guten Bewertungen in Bonn",
        "Zahnärzte mit Terminen am Samstag in Bonn",
        "Welche Zahnärzte in Bonn kannst du empfehlen?",
        "Welche Zahnärzte in Bonn haben die besten Bewertungen?",
        "Wohin gehe ich in Bonn am besten für Zahnimplantate?",
        "Wohin gehe ich in Bonn am besten für Bleaching?",
        "Was sagen Kunden über Harbor Street Dental?",
        "Ist Harbor Street Dental eine gute Wahl?",
      ]
    `);
    expect(texts({ address: 'Bahnhofstrasse 3, 8001 Zürich, Schweiz', timezone: null })[0]).toBe(
      'Beste Zahnärzte in Zürich',
    );
    expect(texts({ ...BONN, vertical: 'kerzen' })[0]).toBe('Beste Anbieter für Kerzen in Bonn');
  });

  it('leave the town out for what is sold everywhere', () => {
    const [first] = of({ vertical: 'saas', website: 'https://harbor.example' });

    expect(first).toMatchObject({ text: 'best software company', queryMode: 'online_first' });
  });
});
