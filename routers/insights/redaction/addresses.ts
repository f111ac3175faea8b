import { type Detector, detector } from './detector.ts';

const STREET =
  '(?:Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Place|Pl|Terrace|Way|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Cres|Gardens|Grove|Mews|Row|Walk|Quay|Alley|Trail|Plaza|Loop|Hill|Rise|Park|Heights|Broadway)';
const NAME = String.raw`(?:\p{Lu}[\p{L}'’.-]{0,30}|\d{1,3}(?:st|nd|rd|th)|of|the)`;
const UNIT = String.raw`(?:,?\s{1,2}(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Flat|Room|Rm|#)\.?\s?#?\w{1,6})?`;
const CITY = String.raw`(?:,\s{1,2}\p{Lu}[\p{Ll}.'’-][\p{L}.'’-]{0,30}(?:\s\p{Lu}[\p{Ll}.'’-][\p{L}.'’-]{0,30}){0,2})?`;
const POSTCODE = String.raw`(?:,?\s{1,2}(?:[A-Z]{2}\s{1,2}\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{5}(?:-\d{4})?|[A-Z]{2}(?![\p{L}\p{N}])))?`;

/** `221B Baker Street, London NW1 6XE`, `1600 N Main St, Apt 4, Springfield, IL 62701` */
const ENGLISH = new RegExp(
  String.raw`(?<![\p{L}\p{N}$€£.,])\d{1,6}[A-Za-z]?(?:[-/]\d{1,4})?,?\s{1,2}(?:${NAME}\s{1,2}){1,4}?${STREET}\b\.?(?:\s[NSEW]{1,2}\b)?${UNIT}(?:${CITY}${POSTCODE})`,
  'gu',
);
const LOWERCASE =
  /(?<![\p{L}\p{N}$€£.,])\d{1,6}[a-z]?\s(?:[nsew]\.?\s)?(?:\p{L}{3,20}\s){1,2}(?:street|avenue|ave|boulevard|blvd|road|rd|lane)\b(?! ?(?:maps?|mapping|view|shows?|trips?|markets?))(?:,? (?:apt|apartment|suite|unit|flat) ?#?\w{1,5})?/giu;
const BROADWAY = /(?<![\p{L}\p{N}$€£.,])\d{1,6} (?:[NSEW]\.? )?Broadway\b/gu;

const GERMAN =
  /(?<!\p{L})(?:(?:\p{Lu}[\p{L}-]{1,30}\s){0,2}\p{Lu}[\p{L}-]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|ring)|(?:\p{Lu}[\p{L}-]{1,30}\s){1,2}(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Ring|Ufer))\s?\d{1,4}(?:\s?[a-z]\b)?(?:,?\s(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}[\p{L}-]{1,30})?/gu;
const DUTCH =
  /(?<!\p{L})\p{Lu}[\p{L}-]{1,30}(?:straat|laan|plein|gracht|kade|dijk|singel)\s\d{1,4}(?:[\s-]?[a-zA-Z0-9]{1,3}\b)?(?:,?\s\d{4}\s?[A-Z]{2}\b(?:\s\p{Lu}[\p{L}-]{1,30})?)?/gu;
const FRENCH =
  /(?<![\p{L}\p{N}])\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Cc]hemin|[Aa]llée|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours)\s(?:(?:de|du|des|la|le|les|l['’]|d['’])\s?){0,3}\p{L}[\p{L}'’-]{1,30}(?:[\s-]\p{Lu}[\p{L}'’-]{1,30}){0,3}(?:,?\s\d{5}\s\p{Lu}[\p{L}-]{1,30})?/gu;
const SOUTHERN =
  /(?<!\p{L})(?:Calle|C\/|Avenida|Avda\.?|Plaza|Paseo|Carrer|Via|Viale|Piazza|Corso|Rua|R\.|Praça|Travessa|Largo)\s?(?:(?:de|del|la|el|los|las|di|da|do|dos|das|della|dei)\s){0,3}\p{Lu}[\p{L}.'’-]{1,30}(?:\s[\p{L}.'’-]{1,30}){0,3}?,?\s(?:n[ºo°]?\.?\s?)?\d{1,5}\b(?:,?\s\d{4,5}(?:-\d{3})?\s\p{Lu}[\p{L}-]{1,30})?/gu;
const POLISH =
  /(?<!\p{L})(?:ul|al|os|pl)\.\s\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30})?\s\d{1,4}[a-z]?(?:\/\d{1,4})?/gu;
const BOX = /(?<!\p{L})(?:p\.?\s?o\.?\s?box|postfach|apartado|casella postale|boîte postale)\s#?\d{1,8}/giu;
const UK_POSTCODE = /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\p{N}])/gu;

/** Street addresses in several languages, with the town if it follows. */
export const ADDRESSES: Detector[] = [
  ENGLISH,
  BROADWAY,
  LOWERCASE,
  GERMAN,
  DUTCH,
  FRENCH,
  SOUTHERN,
  POLISH,
  BOX,
  UK_POSTCODE,
].map((pattern) => detector('address', pattern));
