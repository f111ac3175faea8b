import type { CountryCode } from 'libphonenumber-js/min';
import type { Language } from '../../../server/languages.ts';
import { normalizeText, spellOutUmlauts } from './normalized-text.ts';

// The EU, the United Kingdom and their neighbours: the country, its time zones, and its names in English
// and at home. Luxembourg is a city as well.
const TABLE = `
AT; Vienna; Austria, Österreich
BE; Brussels; Belgium, België, Belgique, Belgien
BG; Sofia; Bulgaria
CH; Zurich; Switzerland, Schweiz, Suisse, Svizzera
CY; Asia/Nicosia; Cyprus
CZ; Prague; Czechia, Czech Republic, Česko, Česká republika
DE; Berlin, Busingen; Germany, Deutschland
DK; Copenhagen; Denmark, Danmark
EE; Tallinn; Estonia, Eesti
ES; Madrid, Atlantic/Canary; Spain, España
FI; Helsinki; Finland, Suomi
FR; Paris; France
GB; London; UK, United Kingdom, Great Britain, England, Scotland, Wales, Northern Ireland
GR; Athens; Greece, Hellas
HR; Zagreb; Croatia, Hrvatska
HU; Budapest; Hungary, Magyarország
IE; Dublin; Ireland, Éire
IT; Rome; Italy, Italia
LT; Vilnius; Lithuania, Lietuva
LU; Luxembourg; Grand Duchy of Luxembourg, Grand-Duché de Luxembourg
LV; Riga; Latvia, Latvija
MT; Malta; Malta
NL; Amsterdam; Netherlands, The Netherlands, Nederland, Holland
NO; Oslo; Norway, Norge
PL; Warsaw; Poland, Polska
PT; Lisbon, Atlantic/Madeira, Atlantic/Azores; Portugal
RO; Bucharest; Romania, România
SE; Stockholm; Sweden, Sverige
SI; Ljubljana; Slovenia, Slovenija
SK; Bratislava; Slovakia, Slovensko`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [country = '', zones = '', names = ''] = row.split('; ');
    return { country: country as CountryCode, zones: zones.split(', '), names: names.split(', ') };
  });

const zoneName = (zone: string) => (zone.includes('/') ? zone : `Europe/${zone}`);

const BY_ZONE = new Map(ROWS.flatMap(({ country, zones }) => zones.map((zone) => [zoneName(zone), country] as const)));
const BY_NAME = new Map(
  ROWS.flatMap(({ country, names }) =>
    names.flatMap((name) => [name, spellOutUmlauts(name)].map((form) => [normalizeText(form), country] as const)),
  ),
);

/** Where the last part begins, after a comma or in a line of its own: `Rue de Belgique` names no country. */
const lastPart = (address: string) => Math.max(...[',', ';', '\n', '·'].map((mark) => address.lastIndexOf(mark)));

function countryAtEnd(normalized: string) {
  const address = normalized.trim();
  const [from, to] = [lastPart(address), address.endsWith('.') ? -1 : undefined];
  return from < 0 ? undefined : BY_NAME.get(address.slice(from + 1, to).trim());
}

/** A normalized address without its country, where that comes last. */
export const withoutCountry = (normalized: string) =>
  countryAtEnd(normalized) ? normalized.trim().slice(0, lastPart(normalized.trim())) : normalized;

/** The country of an organization by its address or its time zone; undefined where neither says it. */
export const countryOf = ({ address, timezone }: { address: string | null; timezone: string | null }) =>
  countryAtEnd(normalizeText(address ?? '')) ?? BY_ZONE.get(timezone ?? '');

const GERMAN_SPEAKING = new Set<string | undefined>(['DE', 'AT', 'CH']);

/** The language in which customers of an organization ask for it, by its country; English where that is not known. */
export const languageOfBusiness = (own: { address: string | null; timezone: string | null }): Language =>
  GERMAN_SPEAKING.has(countryOf(own)) ? 'de' : 'en';
