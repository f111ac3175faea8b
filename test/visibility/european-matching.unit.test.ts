import { describe, expect, it } from 'vitest';
import { countryOf } from '../../routers/visibility/figures/countries.ts';
import { listingHealth } from '../../routers/visibility/figures/listings.ts';
import { phonesMatch } from '../../routers/visibility/figures/phones.ts';
import { addressesMatch, namesMatch } from '../../routers/visibility/figures/text-matching.ts';

// Each pair: the organization's own text, and the directory's.

const bothWays = (match: (one: string, other: string) => boolean, one: string, other: string) => [
  match(one, other),
  match(other, one),
];

describe('names in Europe', () => {
  it.each(
    `GmbH, G.m.b.H., gGmbH, UG, UG (haftungsbeschränkt), AG, KG, KGaA, OHG, GbR, e.K., e. K., e.V., GmbH & Co. KG,
    SARL, S.A.R.L., SAS, SASU, EURL, SA, S.A., S. A., SNC, S.L., SL, S.L.U., S.r.l., Srl, S.p.A., SpA, Lda., BV, B.V., NV,
    N.V., Sp. z o.o., sp. z o. o., s.r.o., a.s., d.o.o., Kft., ApS, A/S, AB, Oy, Oyj, OÜ, Ltd, Ltd., Limited, LLP, PLC,
    p.l.c., CIC, Inc., LLC, L.L.C., Corp.`
      .split(/,\s+/)
      .map((form) => form.replace(/,$/, '')),
  )('ignores the legal form %s at the end', (form) => {
    expect(bothWays(namesMatch, 'Weber Möbel', `Weber Möbel ${form}`)).toEqual([true, true]);
  });

  it.each([
    ['Zahnarzt Müller', 'Zahnarzt Mueller'],
    ['Zahnarzt Müller', 'Zahnarzt Muller'],
    ['Zahnarzt Müller GmbH', 'ZAHNARZT MUELLER'],
    ['Bäckerei Groß', 'Baeckerei Gross'],
    ['Smørrebrød på Torvet', 'Smoerrebroed paa Torvet'],
    ['Smørrebrød på Torvet', 'Smorrebrod pa Torvet'],
    ['Café de l’Étoile', 'Cafe de l Etoile'],
    ['Łódzki Dom', 'Lodzki Dom'],
  ])('matches %j and %j', (own, listed) => {
    expect(bothWays(namesMatch, own, listed)).toEqual([true, true]);
  });

  it.each([
    ['Zahnarzt Bauer', 'Zahnarzt Baur'],
    ['Blue Dental', 'Blu Dental'],
    ['Zahnarzt Müller', 'Zahnarzt Möller'],
    ['Harmony Spa', 'Harmony'],
    ['Weber EV', 'Weber'],
    ['Just as', 'Just'],
    ['Weber Möbel GmbH', 'Weber Küchen GmbH'],
    ['Acme Holding GmbH', 'Acme GmbH'],
    ['GmbH', 'AG'],
  ])('tells %j from %j', (own, listed) => {
    expect(bothWays(namesMatch, own, listed)).toEqual([false, false]);
  });
});

describe('addresses in Europe', () => {
  it.each([
    ['Königstraße 5, 70173 Stuttgart', 'Koenigstr. 5, 70173 Stuttgart'],
    ['Königstraße 5, 70173 Stuttgart', 'KONIGSTRASSE 5 70173 STUTTGART'],
    ['Königstraße 5a, 70173 Stuttgart', 'Königstr. 5 a, 70173 Stuttgart'],
    ['Königstraße 5A, 70173 Stuttgart', 'Königstr. 5-a, D-70173 Stuttgart, Deutschland'],
    ['Königstraße 5, 70173 Stuttgart', 'Königstr. Nr. 5, 70173 Stuttgart, Germany'],
    ['Marienplatz 1, 80331 München', 'Marienpl. 1, 80331 Muenchen'],
    ['Pl. der Republik 1, Berlin', 'Platz der Republik 1, Berlin'],
    ['Mariahilfer Straße 1, 1060 Wien', 'Mariahilfer Str. 1, A-1060 Wien, Österreich'],
    ['Bahnhofstrasse 1, 8001 Zürich', 'Bahnhofstr. 1, CH-8001 Zuerich, Schweiz'],
    ['12 rue de Rivoli, 75004 Paris', '12 r. de Rivoli, 75004 Paris, France'],
    ['12 bis avenue Foch, 75116 Paris', '12bis av. Foch, 75116 PARIS'],
    ['3 boulevard Saint-Michel, 75005 Paris', '3, Bd St Michel, 75005 Paris'],
    ['2 place de l’Église, 69001 Lyon', "2 Pl. de l'Eglise, F-69001 Lyon"],
    ['Calle Mayor, 5, 28013 Madrid', 'C/ Mayor 5, 28013 Madrid, España'],
    ['Calle Mayor, nº 5, 28013 Madrid', 'C/ Mayor 5, 28013 Madrid'],
    ['Avenida de América 7, Madrid', 'Avda. de America, 7, Madrid'],
    ['Via Roma 10, 00184 Roma', 'V. Roma, 10, 00184 Roma, Italia'],
    ['Viale Europa 3, Milano', 'V.le Europa 3, Milano'],
    ['Piazza Duomo 1, Milano', 'P.za Duomo 1, Milano'],
    ['ulica Długa 5, 00-238 Warszawa', 'ul. Dluga 5, 00-238 Warszawa, Polska'],
    ['Kerkstraat 5, 1012 AB Amsterdam', 'Kerkstr. 5, 1012AB Amsterdam, Nederland'],
    ['Rua Augusta 5, 1100-048 Lisboa', 'R. Augusta 5, 1100-048 Lisboa, Portugal'],
    ['12a High Street, London SW1A 1AA', '12 A High St, London SW1A1AA, UK'],
    ['Flat 2, 5 Abbey Road, London', '5 Abbey Rd, Apt 2, London, England'],
    ['7 Oak Close, Leeds', '7 Oak Cl., Leeds, United Kingdom'],
    ['Storgata 5 B, 0155 Oslo', 'Storgata 5B, 0155 Oslo, Norge'],
  ])('matches %j and %j', (own, listed) => {
    expect(bothWays(addressesMatch, own, listed)).toEqual([true, true]);
  });

  it.each([
    ['Königstraße 5, 70173 Stuttgart', 'Königstraße 6, 70173 Stuttgart'],
    ['Königstraße 5a, 70173 Stuttgart', 'Königstraße 5b, 70173 Stuttgart'],
    ['Königstraße 5, 70173 Stuttgart', 'Königstraße 5a, 70173 Stuttgart'],
    ['Königstraße 5, 70173 Stuttgart', 'Königplatz 5, 70173 Stuttgart'],
    ['Königstraße 5, 70173 Stuttgart', 'Königstraße 5, 70174 Stuttgart'],
    ['Bauerstraße 5', 'Baurstraße 5'],
    ['12 rue de Rivoli', '12 bis rue de Rivoli'],
    ['12 rue de Rivoli', '12 avenue de Rivoli'],
    ['12 rue de Belgique', '12 rue de Suisse'],
    ['Via Roma 10', 'Viale Roma 10'],
    ['Via Roma 10', 'Piazza Roma 10'],
    ['Calle Mayor 5', 'Plaza Mayor 5'],
    ['12 Harbor Place', '12 Harbor Plaza'],
    ['12 High Street, London SW1A 1AA', '12 High Street, London SW1A 1AB'],
    ['12 High Street, Deutschland', '12 High Road, Deutschland'],
  ])('tells %j from %j', (own, listed) => {
    expect(bothWays(addressesMatch, own, listed)).toEqual([false, false]);
  });
});

describe('phones in Europe', () => {
  it.each([
    ['01 42 68 53 00', '01 42 68 53 00'],
    ['01 42 68 53 00', '01.42.68.53.00'],
    ['030/1234567', '030 123 4567'],
  ])('match without a country where the digits are the same: %j and %j', (own, listed) => {
    expect(bothWays(phonesMatch, own, listed)).toEqual([true, true]);
  });

  it.each([
    ['FR', '01 42 68 53 00', '+33 1 42 68 53 00'],
    ['FR', '+33 (0)1 42 68 53 00', '0033142685300'],
    ['DE', '030 1234567', '0049 30 1234567'],
    ['DE', '+49 (0)30 1234567', '030/1234567'],
    ['AT', '01 5880', '+43 1 5880'],
    ['IT', '333 123 4567', '+39 333 1234567'],
    ['IT', '06 1234 5678', '+39 06 12345678'],
    ['ES', '912 345 678', '+34 912 34 56 78'],
    ['PL', '22 123 45 67', '+48 221234567'],
    ['GB', '020 7946 0958', '+44 20 7946 0958'],
    ['NL', '020 123 4567', '+31 20 1234567'],
    ['SE', '08-123 456 78', '+46 8 12345678'],
    ['DK', '32 12 34 56', '+45 32123456'],
  ] as const)('match at home in %s: %j and %j', (home, own, listed) => {
    expect([phonesMatch(own, listed, home), phonesMatch(listed, own, home)]).toEqual([true, true]);
  });

  it.each([
    ['FR', '01 42 68 53 00', '01 42 68 53 01'],
    ['FR', '01 42 68 53 00', '+49 1 42 68 53 00'],
    ['IT', '333 123 4567', '+1 333 123 4567'],
    ['DE', '030 1234567', '040 1234567'],
  ] as const)('differ at home in %s: %j and %j', (home, own, listed) => {
    expect(phonesMatch(own, listed, home)).toBe(false);
  });
});

describe('the country of an organization', () => {
  it.each([
    [{ address: 'Hauptstr. 5, 1010 Wien, Österreich', timezone: 'Europe/Berlin' }, 'AT'],
    [{ address: '5 High St\nLondon\nUK', timezone: null }, 'GB'],
    [{ address: '12 rue de Belgique', timezone: 'Europe/Paris' }, 'FR'],
    [{ address: null, timezone: 'Europe/Rome' }, 'IT'],
    [{ address: '12 Harbor Street, Portland, ME 04101', timezone: 'UTC' }, undefined],
  ])('of %j is %s', (organization, country) => {
    expect(countryOf(organization)).toBe(country);
  });

  it('is that of listed numbers', () => {
    const own = {
      name: null,
      website: null,
      phone: '333 123 4567',
      address: 'Via Roma 1, Roma',
      timezone: 'Europe/Rome',
    };
    const listing = { directory: 'Pagine', verificationStatus: 'verified', listedPhone: '+39 333 123 4567' } as const;

    expect(listingHealth([listing], own).directory_results[0]?.phoneMatch).toBe(true);
  });
});
