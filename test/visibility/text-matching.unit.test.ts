import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainsMatch } from '../../routers/visibility/figures/domains.ts';
import { phonesMatch } from '../../routers/visibility/figures/phones.ts';
import { addressesMatch, namesMatch } from '../../routers/visibility/figures/text-matching.ts';

// Each pair: the organization's own text, and the directory's.

describe('namesMatch', () => {
  it.each([
    ['Harbor Street Dental', 'HARBOR STREET DENTAL'],
    ['Harbor Street Dental', 'Harbor St. Dental'],
    ['Harbor Street Dental', '  Harbor   Street\tDental '],
    ['Harbor Street Dental', 'Harbor Street Dental, LLC'],
    ['Acme, Inc.', 'Acme'],
    ['Acme L.L.C.', 'ACME llc'],
    ['Smith & Sons', 'Smith and Sons'],
    ['Joe’s Diner', "Joe's Diner"],
    ['Joe’s Diner', 'Joes Diner'],
    ['Coca-Cola', 'Coca Cola'],
    ['Pay-Less', 'Payless'],
    ['7-Eleven', '7 Eleven'],
    ['Café Noir', 'CAFE NOIR'],
    ['Łódź Ærø Smørrebrød', 'Lodz Aero Smorrebrod'],
    ['Straße der Zähne', 'STRASSE DER ZAHNE'],
    ['Saint Mary Clinic', 'St. Mary Clinic'],
    ['First Bank', '1st Bank'],
    ['ＡＢＣ　Dental', 'ABC Dental'],
    ['Zero\u200bWidth', 'ZeroWidth'],
    ['渋谷歯科', '渋谷歯科'],
    ['!!!', '!!!'],
  ])('matches %j and %j', (own, listed) => {
    expect([namesMatch(own, listed), namesMatch(listed, own)]).toEqual([true, true]);
  });

  it.each([
    ['Harbor Street Dental', 'Harbor Avenue Dental'],
    ['Harbor Street Dental', 'Harbor Dental'],
    ['Harbor Street Dental', 'Harbor Street Dental Group'],
    ['Limited', 'Incorporated'],
    ['A+ Dental', 'A Dental'],
    ['Suite Dreams', 'Unit Dreams'],
    ['Studio 12', 'Studio 21'],
    ['!!!', '???'],
    ['がく', 'かく'],
    ['', ''],
    [' ', '\u200b'],
  ])('tells %j from %j', (own, listed) => {
    expect([namesMatch(own, listed), namesMatch(listed, own)]).toEqual([false, false]);
  });
});

describe('addressesMatch', () => {
  it.each([
    ['12 Harbor Street', '12 HARBOR ST.'],
    ['12 Harbor Street, Portland, ME 04101', '12 harbour st portland maine 04101'],
    ['12 Harbor Street, Portland, ME 04101', '12 Harbor Street\nPortland ME 04101-2345'],
    ['12 Harbor Street, Portland, ME 04101', '12 Harbor St, Portland, ME 04101, USA'],
    ['12 Harbor Street, Portland, ME 04101', '12 Harbor St, Portland, ME, 04101, United States of America'],
    ['12 Harbor Street, Suite 3', '12 Harbor St Ste 3'],
    ['12 Harbor Street, Suite 3', '12 Harbor Street #3'],
    ['12 Harbor Street, Suite 3', 'Suite #3, 12 Harbor Street'],
    ['12 Harbor Street, Apartment 3B', '12 Harbor St. Apt. No. 3-B'],
    ['500 Fifth Avenue, 3rd Floor, New York, NY', '500 5th Ave, Fl. 3, New York, New York'],
    ['500 5th Ave, Third Floor', 'Floor 3, 500 5th Avenue'],
    ['123 North East First Avenue', '123 N.E. 1st Ave'],
    ['123 Northeast First Avenue', '123 NE First Av.'],
    ['4 West Virginia Boulevard', '4 WV Blvd'],
    ['12 Saint James Place', '12 St. James Pl.'],
    ['1 Mount Vernon Parkway', '1 Mt Vernon Pkwy'],
    ['P.O. Box 12, Dover, Delaware', 'Post Office Box 12, Dover DE'],
    ['12½ Main Street', '12 1/2 Main St'],
    ['12–14 Main Street', '12-14 Main St'],
    ['8 Rue de l’Église', "8 RUE DE L'EGLISE"],
    ['Hauptstraße 5, 10115 Berlin', 'HAUPTSTR. 5 10115 BERLIN'],
    ['Haupt-Straße 5', 'Haupt Str. 5'],
    ['Av. de la Liberté 3', 'Avenida de la Liberte 3'],
    ['Miami, Florida 33101', 'Miami, FL 33101'],
    ['東京都渋谷区1-2-3', '東京都渋谷区１－２－３'],
  ])('matches %j and %j', (own, listed) => {
    expect([addressesMatch(own, listed), addressesMatch(listed, own)]).toEqual([true, true]);
  });

  it.each([
    ['12 Harbor Street', '21 Harbor Street'],
    ['12 Harbor Street', '12 Harbor Avenue'],
    ['12 Harbor Street', '12 Harbor Street, Suite 3'],
    ['12 Harbor Street, Suite 3', '12 Harbor Street, Suite 4'],
    ['12 Harbor Street, Floor 3', '12 Harbor Street, Suite 3'],
    ['12 Harbor Street', '12 North Harbor Street'],
    ['12 North Harbor Street', '12 South Harbor Street'],
    ['12 Harbor Street, Portland, ME', '12 Harbor Street, Portland, OR'],
    ['12 Harbor Street, Portland', '12 Harbor Street'],
    ['12 Harbor Street, 04101', '12 Harbor Street, 04102'],
    ['12-14 Main Street', '1214 Main Street'],
    ['1 23 Main Street', '12 3 Main Street'],
    ['12½ Main Street', '12 Main Street'],
    ['P.O. Box 12', '12 Box Street'],
    ['USA', 'Canada'],
    ['', ''],
    ['...', ','],
  ])('tells %j from %j', (own, listed) => {
    expect([addressesMatch(own, listed), addressesMatch(listed, own)]).toEqual([false, false]);
  });

  it('ignores case and punctuation between words', () => {
    const word = fc.constantFrom('12', 'Harbor', 'Street', 'Élan', 'Suite', '3', 'Portland', 'Maine', 'N.E.', 'Straße');
    const between = fc.constantFrom(' ', ', ', ',  ', '\n', ' · ', '; ', '\t', ' ,');
    const change = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => ` ${text}.`,
    );

    fc.assert(
      fc.property(fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 12 }), change, (parts, changed) => {
        const plain = parts.map(([text]) => text).join(' ');
        const other = changed(parts.flat().join(''));

        expect(addressesMatch(plain, other)).toBe(true);
      }),
      { seed: 20261121 },
    );
  });
});

describe('phonesMatch', () => {
  it.each([
    ['+12075550142', '(207) 555-0142'],
    ['+12075550142', '207.555.0142'],
    ['+12075550142', '1-207-555-0142 ext. 5'],
    ['+12075550142', 'tel:+1-207-555-0142'],
    ['+12075550142', '011 1 207 555 0142'],
    ['(207) 555-0142', '+1 207 555 0142'],
    ['(555) 123-4567', '+15551234567'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['+44 20 7946 0958', '+44 (0)20 7946 0958'],
    ['+44 20 7946 0958', '0044 20 7946 0958'],
    ['020 7946 0958', '+44 20 7946 0958'],
    ['030 1234567', '+49 30 1234567'],
    ['+33 1 23 45 67 89', '01.23.45.67.89'],
    ['+39 06 1234 5678', '06 12345678'],
    ['+1 416 555 0142', '416 555 0142'],
    ['+12075550142', '٢٠٧٥٥٥٠١٤٢'],
    ['555-0142', '5550142'],
    ['1-800-FLOWERS', '1 800 flowers'],
  ])('matches %j and %j', (own, listed) => {
    expect(phonesMatch(own, listed)).toBe(true);
  });

  it.each([
    ['+12075550142', '+12075550143'],
    ['+12075550142', '+442075550142'],
    ['(207) 555-0142', '+44 207 555 0142'],
    ['+44 20 7946 0958', '(207) 946-0959'],
    ['+12075550142', '555-0142'],
    ['+12075550142', 'call us'],
    ['n/a', 'n/a'],
    ['', ''],
  ])('tells %j from %j', (own, listed) => {
    expect(phonesMatch(own, listed)).toBe(false);
  });
});

describe('domainsMatch', () => {
  it.each([
    ['https://www.harbor.example/about?x#y', 'harbor.example'],
    ['harbor.example', 'BOOKING.Harbor.Example.'],
    ['http://harbor.co.uk:8080', 'shop.harbor.co.uk'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['harbor.github.io', 'https://harbor.github.io/'],
  ])('matches %j and %j', (own, listed) => {
    expect(domainsMatch(own, listed)).toBe(true);
  });

  it.each([
    ['harbor.co.uk', 'port.co.uk'],
    ['harbor.com', 'harbor.net'],
    ['harbor.github.io', 'port.github.io'],
    ['harbor.example', 'harbor.example.evil.example'],
    ['not a domain', 'not a domain'],
    ['', ''],
  ])('tells %j from %j', (own, listed) => {
    expect(domainsMatch(own, listed)).toBe(false);
  });
});
