const STREET =
  '(?:Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Place|Pl|Terrace|Ter|Tce|Way|Parkway|Pkwy|Highway|Hwy|Freeway|Expressway|Expy|Fwy|Tpke|Circuit|Cct|Causeway|Bypass|Commons|Landing|Meadows?|Village|Glen|Fields?|Mount|Side|Bank|Turnpike|Route|Circle|Cir|Close|Crescent|Cres|Gardens|Gdns|Grove|Mews|Row|Walk|Quay|Wharf|Parade|Pde|Esplanade|Alley|Trail|Trl|Plaza|Loop|Hill|Rise|Park|Heights|Broadway|Green|Yard|Gate|Wynd|Bend|Point|Pointe|Pass|Path|Pike|Run|Ridge|Crossing|Xing|View|Vale|Cottages|Estate)';
/** Kinds of streets that small letters do not mix up with other words. */
const CERTAIN = '(?:street|avenue|ave|boulevard|blvd|road|rd|lane|crescent|terrace)';
const ANY_CASE =
  '(?:street|st|avenue|ave|boulevard|blvd|road|rd|lane|ln|drive|dr|court|ct|close|crescent|way|place|pl|square|terrace|grove|parkway|row|mews|gardens|walk|hill|park|view)';

const NAME = String.raw`(?:\p{Lu}[\p{L}'’.-]{0,30}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la)`;
const NUMBER = String.raw`\d{1,6}[A-Za-z]?(?:\s?[-–/]\s?\d{1,4}[A-Za-z]?)?`;
const ROOM = '(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Flat|Room|Rm|Studio|Shop|Level|Lot|Box|Bldg|Building)';
const UNIT = String.raw`(?:,?\s{1,2}(?:${ROOM}\.?\s?#?\w{1,6}|#\s?\w{1,6}|\d{1,2}(?:st|nd|rd|th)\s[Ff]loor))?`;
const UNIT_BEFORE = String.raw`(?:(?:${ROOM}\.?\s?#?\w{1,5}|\d{1,2}(?:st|nd|rd|th)\s[Ff]loor|[Gg]round [Ff]loor)\s?[,/]?\s{0,2})?`;

const STATE =
  '(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|SA|WA|TAS|NT|ACT|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New [A-Z][a-z]{3,9}|North [A-Z][a-z]{5,8}|South [A-Z][a-z]{5,8}|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|Saskatchewan|Victoria|Queensland|Tasmania)';
const BRITISH = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}`;
const CANADIAN = String.raw`[A-Z]\d[A-Z]\s?\d[A-Z]\d`;
const IRISH = String.raw`[ACDEFHKNPRTVWXY]\d[\dW]\s?[\dACDEFHKNPRTVWXY]{4}`;
const DISTINCT = `(?:${BRITISH}|${CANADIAN}|${IRISH})(?![A-Za-z0-9])`;
/** The code that ends an address: one that nothing else looks like, or digits after a state or a town. */
const CODE = String.raw`(?:${DISTINCT}|${STATE}\.?,?\s{1,2}(?:\d{5}(?:-\d{4})?|\d{4})(?!\d))`;

const WORDS = String.raw`(?:[\p{L}.'’&-]{1,20},?\s{1,2}){0,5}`;
const TOWN = String.raw`\p{Lu}[\p{Ll}.'’-][\p{L}.'’-]{0,30}(?:\s(?:(?:on|upon|under|in|le|la|by)[ -])?\p{Lu}[\p{Ll}.'’-][\p{L}.'’-]{0,30}){0,2}`;
/** Towns, states and codes after a street. */
const TAIL = String.raw`(?:,?\s{1,3}${WORDS}${CODE}|(?:,\s{1,2}${TOWN}){1,3}(?:,?\s${STATE}(?!\p{L}))?(?:,?\s\d{4,5}(?:-\d{4})?|\s\d{1,2}(?![\d.,%]))?|,?\s{1,2}${STATE}(?![\p{L}]))?`;

/** `221B Baker Street, London NW1 6XE`, `1600 N Main St, Apt 4, Springfield, IL 62701` */
const NUMBERED = new RegExp(
  String.raw`(?<![\p{L}\p{N}$€£.,])${UNIT_BEFORE}${NUMBER},?\s{1,2}(?:(?:${NAME}\s{1,2}){1,4}${STREET}|The (?:${STREET}|\p{Lu}\p{L}{2,20}(?=,|\s?$)))\b\.?(?:\s[NSEW]{1,2}\b)?(?:\s\d{1,4}(?![\d.,%]|\s?\p{L}))?${UNIT}${TAIL}`,
  'gu',
);
/** `6 orchard way, bristol bs8 1tr`: small letters, with a code. */
const SMALL_WITH_CODE = new RegExp(
  String.raw`(?<![\p{L}\p{N}$€£.,])${UNIT_BEFORE}${NUMBER},?\s{1,2}(?:[\p{L}\d'’.-]{1,20}\s){1,4}?${ANY_CASE}\b\.?(?:\s[nsew]{1,2}\b)?${UNIT},?\s{1,3}${WORDS}${CODE}`,
  'giu',
);
const SMALL = new RegExp(
  String.raw`(?<![\p{L}\p{N}$€£.,])${NUMBER}\s(?:[nsew]\.?\s)?(?:(?!month|months|year|new|big|best|more|other|ways?|of|on|in|at)\p{L}{3,20}\s){1,2}${CERTAIN}\b(?! ?(?:maps?|mapping|view|shows?|trips?|markets?|works?|closures?|pages?|posts?))${UNIT}(?:,\s(?!(?:and|but|or|if|why|how|what|can|could|is|does|please|pls|thanks|it|we|i|so|not|they|the|that|which)\b)[\p{L}'’-]{3,20}(?=[\s,.!?]|$))?`,
  'giu',
);
/** `Rose Cottage, Church Lane, Little Barford PE19 6YE`: words with capitals up to a code. */
const UP_TO_CODE = new RegExp(
  String.raw`(?<![\p{L}\p{N}$€£.])(?:(?:\p{Lu}[\p{L}'’.-]{0,20}|${NUMBER}|of|the|on|upon|le|la|under|Na|na),?\s{1,2}){1,9}(?:(?:${DISTINCT})|${STATE}\s{1,2}\d{5}(?:-\d{4})?(?!\d))`,
  'gu',
);
const BROADWAY = /(?<![\p{L}\p{N}$€£.,])\d{1,6} (?:[NSEW]\.? )?Broadway\b/gu;
const BOX = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\d{1,6}\s)?(?:p\.?\s?o\.?\s?box|locked bag|private bag|(?:rural route|rr)\s?\d{1,3},?\s?(?:box)?|county (?:road|rd)|state (?:route|road)|highway|hwy)\s#?\d{1,8}(?:-\d{1,4})?(?:,?\s{1,3}${WORDS}${CODE}|(?:,\s${TOWN}){0,3}\s\d{4,5}(?!\d))?`,
  'giu',
);
const CODE_ALONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${BRITISH}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])${CANADIAN}(?![\p{L}\p{N}])`,
  'gu',
);

/** Addresses in the United States, the United Kingdom, Ireland, Canada, Australia and New Zealand. */
export const ENGLISH_ADDRESSES = [BOX, NUMBERED, SMALL_WITH_CODE, UP_TO_CODE, BROADWAY, SMALL, CODE_ALONE];
