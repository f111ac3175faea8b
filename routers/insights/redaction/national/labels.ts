/** Words for numbers of people; a number after one of them is private whatever its form. */
const LABELS = [
  // travel and identity
  'passport|passeport|pasaporte|passaporte|passaporto|paszport|paspoort|reise-?pass(?:-?(?:nummer|nr))?\\.?|pass-?(?:nr|nummer|no)\\.?|pass(?=\\s[A-Z]{1,3}\\d)',
  "personal-?ausweis(?:-?(?:nummer|nr))?\\.?|perso(?:nal)?-?(?:nr|nummer)\\.?|perso|ausweis(?:-?(?:nr|nummer))?|identit[äa]tskarte|identity card|id[ -]?card|id[ -]?(?:no\\.?|number|nr\\.?)|national id|driver['’]?s? licen[cs]e|driving licen[cs]e|licen[cs]e (?:no\\.?|number)|führerschein(?:nummer|nr)?|green card|alien (?:number|no\\.?)|aufenthaltstitel|carte d['’]identité|carta d['’]identità|tarjeta sanitaria|visa (?:no\\.?|number)",
  // English-speaking countries
  'ssn|social security|itin|ein|tin|tax ?id|sin|social insurance|tfn|tax file|ird|nhs|utr|ni(?= ?(?:no|number|nr))|nino|national insurance|pps|ppsn|medicare|medicaid|chi number|health card',
  // German-speaking countries
  'steuer[- ]?id(?:nr|-?nummer)?|steuer-?ident\\p{L}*(?:-?(?:nr|nummer))?|steuer-?(?:nr|nummer)\\.?|idnr\\.?|sozial-?versicherungs?-?(?:nr|nummer)\\.?|sv-?(?:nr|nummer)?\\.?|svnr\\.?|(?:österr\\. )?sv|renten-?versicherungs?-?(?:nr|nummer)\\.?|rvnr|versicherten-?(?:nr|nummer)\\.?|versicherungs-?(?:nr|nummer)\\.?|kranken-?\\p{L}*(?:nr|nummer)\\.?|ahv(?:-?(?:nr|nummer))?\\.?|peid',
  // the rest of the European Union
  'nir|num[ée]ro de s[ée]cu(?:rit[ée] sociale)?|s[ée]cu(?:rit[ée] sociale)?|num[ée]ro fiscal|niss|insz|rijksregister\\p{L}*|registre national|bsn(?:-?nummer)?|sofi-?nummer|burgerservicenummer|matricule|dni|nif|n[úu]mero de identificación|cart[ãa]o de cidad[ãa]o|codice fiscale|c\\.? ?f\\.?|amka|αμκα|afm|αφμ|cpr(?:-?(?:nr|nummer))?\\.?|personnummer|personnr|pers\\.?nr\\.?|samordningsnummer|hetu|henkil[öo]tunnus|isikukood|asmens kod(?:as|s)|personas kods|pesel|nip|dow[óo]d osobisty|rodn[ée] [čc][íi]slo|rč|r\\.č\\.|oib|cnp|egn|егн|em[šs]o|ad[óo]sz[áa]m|ad[óo]azonos[íi]t[óo](?: jel)?|taj(?:-?sz[áa]m)?|szem[ée]lyi(?: sz[áa]m)?|malta id|tic',
  // elsewhere
  'f[øo]dselsnummer|fnr|kennitala|cpf(?: do cliente)?|rg|curp|rfc|aadha?ar|pan(?= (?:no|number|card)|\\s[A-Z]{5})|t\\.?c\\.? ?kimlik|kimlik|tckn|rsa id|nric|cuit|cuil|rut|snils|inn(?=\\s\\d{10})|teudat zehut',
  // money and health
  'account|acct|a/c|konto(?:-?(?:nr|nummer))?\\.?|routing|sort code|blz|bankleitzahl|iban|mrn|medical record|policy|police(?:n-?nummer)?|insurance|patient(?:en)?-?(?:id|nr|nummer|no)\\.?|membership (?:no|number)|mitgliedsnummer',
];

const FILLER =
  '(?:no\\.?|nr\\.?|num(?:ber|mer|éro|ero)?|id|card|code|is|was|are|of|for|ist|lautet|war|von|der|des|meine?|my|his|her|do|kods?|lady|client[ea]?|patient(?:in)?|in case|=|:|#|\\(|\\[name\\]|,)';
const CHUNK = '[A-Z]{0,6}\\d[A-Z\\d]{0,20}';

/** `passport no. C01X0006H`, `SV-Nummer 65 170839 J 008` */
export const LABELLED = new RegExp(
  `(?<keep>(?<![\\p{L}\\p{N}])(?:${LABELS.join('|')})(?![\\p{L}\\p{N}])(?:[^\\p{L}\\p{N}\\n]{0,3}${FILLER}(?![\\p{L}\\p{N}])){0,5}[^\\p{L}\\p{N}\\n]{1,3})(?:[A-Z]{1,3}[ -]?)?${CHUNK}(?:[ ./+-]{1,2}(?:${CHUNK}|[A-Z](?![\\p{L}\\p{N}]))){0,7}`,
  'giu',
);

/** `12 345 678 901 is my tax id` */
export const NUMBER_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}$€£.,/#_-])(?:\\d(?:[ ./-]?\\d){7,14}|[A-Z]{1,3}\\d[A-Z\\d]{5,8})(?=\\s(?:(?:is|ist|=|as)\\s)?(?:(?:my|meine?|the|die|his|her|unsere?)\\s)?(?:${LABELS.join('|')})(?![\\p{L}\\p{N}]))`,
  'giu',
);

/** A social security number some words after it was announced. */
export const FAR_SSN =
  /(?<keep>(?<!\p{L})(?:ssn|social security|socials?)(?!\p{L})[^\n\d]{0,30}(?:\d{1,4}[^\n\d]{1,12})?)\d{9}(?!\d)/giu;
