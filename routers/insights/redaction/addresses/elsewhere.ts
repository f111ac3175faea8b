const CODE = String.raw`(?:,?\s(?:[A-Z]{1,2}-)?\d{4,5}(?:-\d{3})?\s\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30})?)?`;

const DUTCH =
  /(?<!\p{L})\p{Lu}[\p{L}-]{1,30}(?:straat|laan|plein|gracht|kade|dijk|singel)\s\d{1,4}(?:[\s-]?[a-zA-Z0-9]{1,3}\b)?(?:,?\s\d{4}\s?[A-Z]{2}\b(?:\s\p{Lu}[\p{L}-]{1,30})?)?/gu;
const FRENCH =
  /(?<![\p{L}\p{N}])\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Pp]lace|[Cc]hemin|[Aa]llée|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours|[Pp]assage|[Ss]quare)\s(?:(?:de|du|des|la|le|les|l['’]|d['’])\s?){0,3}\p{L}[\p{L}'’-]{1,30}(?:[\s-](?:\p{Lu}[\p{L}'’-]{0,30}|de|du|la)){0,4}(?:,?\s(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}[\p{L}-]{1,30}|,\s\p{Lu}[\p{L}-]{2,30},\s[A-Z]{2}\s[A-Z]\d[A-Z]\s?\d[A-Z]\d)?/gu;
/** The number last, as in Switzerland and Luxembourg: `Rue du Lac 11, 1400 Yverdon`. */
const SWISS =
  /(?<!\p{L})(?:Rue|Avenue|Av\.|Boulevard|Bd|Place|Chemin|Ch\.|Allée|Impasse|Quai|Route|Rte|Ruelle|Passage)\s(?:(?:de|du|des|la|le|les|l['’]|d['’])\s?){0,3}\p{L}[\p{L}'’-]{1,30}(?:[\s-](?:\p{Lu}[\p{L}'’-]{0,30}|de|du|la)){0,3}\s\d{1,4}[a-z]?(?:,?\s(?:[A-Z]{1,2}-)?\d{4,5}\s\p{Lu}[\p{L}-]{1,30})?/gu;
const SOUTHERN = new RegExp(
  String.raw`(?<!\p{L})(?:Calle|C\/|Avenida|Avda\.?|Plaza|Paseo|Carrer|Via|Viale|Piazza|Corso|Rua|R\.|Praça|Travessa|Largo)\s?(?:(?:de|del|la|el|los|las|di|da|do|dos|das|della|dei)\s){0,3}\p{Lu}[\p{L}.'’-]{1,30}(?:\s[\p{L}.'’-]{1,30}){0,3}?,?\s(?:n[ºo°]?\.?\s?)?\d{1,5}\b${CODE}`,
  'gu',
);
const ITALIAN =
  /(?<![\p{L}\p{N}])\d{1,4},?\s(?:Via|Viale|Piazza|Corso|Calle|Rua)\s(?:\p{L}{2,20}\s){0,2}?\p{Lu}[\p{L}'’-]{1,30}(?:,?\s\d{4,5}\s\p{Lu}[\p{L}-]{1,30})?/gu;
const POLISH =
  /(?<!\p{L})(?:ul|al|os|pl)\.\s\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30})?\s\d{1,4}[a-z]?(?:\/\d{1,4})?(?:,?\s\d{2}-\d{3}\s\p{Lu}[\p{L}-]{1,30})?/gu;
const BOX = /(?<!\p{L})(?:apartado|casella postale|boîte postale|case postale)\s#?\d{1,8}/giu;

/** Addresses in other European languages. */
export const OTHER_ADDRESSES = [DUTCH, FRENCH, SWISS, ITALIAN, SOUTHERN, POLISH, BOX];
