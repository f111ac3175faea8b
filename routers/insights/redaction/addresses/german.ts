const TOWN_WORD = String.raw`\p{Lu}[\p{L}.’'-]{1,30}`;
const TOWN = String.raw`${TOWN_WORD}(?:\s(?:(?:am|an der|im|in|bei|ob der|vor der|a\.\s?d\.|a\.|i\.)\s?)${TOWN_WORD}|\s\(${TOWN_WORD}\))?`;
/** `, 50968 Köln`, `in 70565 Stuttgart`, `– CH-8002 Zürich`, and `, Köln` after a comma. */
const CODE = String.raw`(?:[A-Z]{1,2}\s?-\s?|[A-Z]{1,2}\s)?\d{4,5}\s(?:${TOWN}|[\p{L}.-]{3,30})`;
const SMALL_TOWN = String.raw`,\s(?!danke|bitte|warum|wieso|wann|oder|aber|stimmt|okay|falsch|richtig|nicht|sonst|also|oben|unten)\p{Ll}{4,20}(?=\s?[.!?]?$)`;
const TAIL = String.raw`(?:\s?[,·–-]?\s?(?:in\s)?${CODE}|,\s${TOWN}(?=[\s,.!?]|$)|${SMALL_TOWN})?`;
const PART = String.raw`(?:\d{1,3}(?!\d)[a-z]?|[IVX]{1,4}(?!\p{L})|(?:Stiege|Stg\.?|Top|Tür|Haus|Stock|Nr\.?)\s?\d{1,3})`;
const NUMBER = String.raw`\d{1,3}(?!\d)(?:\s?[a-zA-Z](?!\p{L}))?(?:\s?[-–/+]\s?${PART}|\sNr\.\s\d{1,3}){0,4}`;
const FLOOR = String.raw`(?:,\s\d\.\s?(?:OG|Stock|Etage)|,\s(?:EG|DG|Hinterhaus|Top \d{1,3}))?`;

const SUFFIX =
  '(?:straße|strasse|str\\.?|weg|platz|allee|gasse|gässchen|ufer|damm|ring|steig|stieg|gang|markt|chaussee|promenade|zeile|garten|kai|brücke|berg|graben|hof|park|winkel|grund|feld|wall|tor|bogen|kamp|acker|rain|siedlung|wiese|wiesen|pfad|terrasse|anlage|höhe|bleiche|zeile|promenade|insel|mühle|reihe|stiege|lände|gürtel|twiete|deich|anger|leite|halde|matte|rank)';
const CERTAIN = '(?:straße|strasse|str\\.?|gasse|allee|chaussee|platz|weg|ring|damm|ufer)';

/** `Lindenallee 23b, 50968 Köln`, `Karl-Marx-Allee 90`, `Große Bleichen 10` with a code. */
const ONE_WORD = String.raw`\p{Lu}[\p{L}-]{1,40}(?:${SUFFIX}|-(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ufer|Damm|Ring|Steig|Markt|Chaussee|Promenade|Kai|Brücke|Berg|Graben|Hof|Park|Wall|Tor|Anlage|Anger))`;
const WORDS = String.raw`(?!(?:Der|Die|Das|Den|Dem|Des|Unsere?|Eine?|Mein|Dein|Ihr|Jeder|Kein|Dieser|Auf|Vom|Beim|Pro|Je|Ab|Von|Mit|Neue)\s)(?:\p{Lu}[\p{L}.-]{1,30}\s){1,2}(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ring|Ufer|Damm|Markt|Chaussee|Steig|Graben|Hof|Kai|Promenade|Park|Wall|Tor|Berg|Garten|Bleichen|Reihe|Zeile|Anger|Gang)`;
const OF = String.raw`(?:Platz|Straße|Strasse|Allee|Weg) (?:der|des|am|zum|zur|vom|im) (?:\d{1,2}\. )?\p{Lu}[\p{L}-]{2,30}(?:\s\p{Lu}[\p{L}-]{2,30})?`;
const AT_FIRST =
  '(?:Am|An der|An den|An dem|Im|In der|In den|In dem|Auf der|Auf dem|Auf den|Auf’m|Zum|Zur|Zu den|Unter den|Unter der|Unterm|Hinter(?:m| der| dem| den)|Vor(?:m| dem| der| den)|Bei der|Bei den|Beim|Über den|Zwischen den|Neben der|Ob der)';
const NO_PLACE =
  '(?!(?:Jahr|Jahre|Monat|Woche|Wochen|Tag|Tage|Seite|Platz|Rang|Quartal|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Schnitt|Durchschnitt|Bereich|Alter|Preis|Top|Score|Bericht|Blog|Vergleich|Raum|Kapitel|Version|Liste|Schritt|Stufe|Rechnung|Sommer|Winter|Herbst|Frühling|Vorjahr|Vormonat|Zeitraum|Wert|Google|Zimmer)(?![\\p{L}]))';

const NO_LABEL =
  '(?!(?:Anschrift|Adresse|Lieferung|Rechnung|Wohnhaft|Wohnt|Büro|Paket|Postanschrift|Lieferadresse|Versand|Treffpunkt|Standort|Filiale|Praxis|Score|Platz [1-9] )(?![\\p{L}]))';

const STREET = new RegExp(
  String.raw`(?<!\p{L})(?:${OF}|(?:(?:\p{Lu}\p{L}{1,20}er|Große|Kleine|Obere|Untere|Alte|Neue|Hohe|Lange|Kurze|Innere|Äußere)\s)?${ONE_WORD}|${WORDS})\s?${NUMBER}(?![\d%]|[.,]\d|\s?(?:%|Prozent|Euro|€|Uhr))${FLOOR}${TAIL}${FLOOR}`,
  'gu',
);
/** `rosenstr. 4, 80331 münchen`: small letters. */
const SMALL = new RegExp(
  String.raw`(?<!\p{L})(?:str\. der \p{L}{2,20}|(?!(?:platz|weg|ring|damm|ufer|allee)\s)\p{L}[\p{L}-]{2,40}${CERTAIN})\s?${NUMBER}(?![\d%]|[.,]\d|\s?(?:%|prozent|euro|€|uhr))${FLOOR}${TAIL}`,
  'giu',
);
/** `Am Alten Hof 3`, `An der Stadtmauer 8`, `Im Winkel 7`: where nothing is counted after it. */
const PLACED = new RegExp(
  String.raw`(?<!\p{L})${AT_FIRST}\s${NO_PLACE}(?:\p{Ll}{3,12}\s)?\p{Lu}[\p{L}-]{2,30}(?:\s\p{Lu}[\p{L}-]{2,30})?\s\d{1,3}(?:\s?[a-z](?!\p{L}))?(?:\s?[,–-]?\s?(?:in\s)?${CODE}|(?=\s?[,;:!?)]|\.?\s?$|\.\s|\s(?:ist|in|und|oder|sind|liegt|wohnt|nicht|bitte|ein|eintragen|war)(?!\p{L})))`,
  'gu',
);
/** Any words with a number, a code and a town: `Städtle 37, 9490 Vaduz`, `Drottninggatan 5, 111 51 Stockholm`. */
const UP_TO_CODE = new RegExp(
  String.raw`(?<!\p{L})${NO_LABEL}\p{Lu}[\p{L}.-]{0,30}\s(?:(?:der|den|dem|\p{Lu}[\p{L}.-]{0,30}|\p{Ll}{4,12})\s){0,3}?(?<!(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\s)${NUMBER}(?:,\s\d{1,3})?\s?[,·–-]?\s?(?:in\s)?(?:[A-Z]{1,2}\s?-\s?)?(?!(?:19|20[0-3])\d\s)(?:\d{4,5}|\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4}\s?[A-Z]{2})\s${TOWN}${FLOOR}`,
  'gu',
);
/** `D-20095 Hamburg, Mönckebergstr. 7`. */
const CODE_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d])(?:[A-Z]{1,2}-)?\d{4,5}\s${TOWN}[,\s]{1,3}(?:${ONE_WORD}|${WORDS})\s?${NUMBER}`,
  'gu',
);
const ALTER_MARKT =
  /(?<!\p{L})(?:Alter|Neuer|Altes|Neues|Alte|Neue|Großer|Kleiner|Oberer|Unterer|Obere|Untere) (?:Markt|Hof|Weg|Gasse|Straße|Platz|Ring|Rathaus|Wall|Teich)\s\d{1,3}[a-z]?/gu;
const BOX = new RegExp(String.raw`(?<!\p{L})postfach\s\d{1,6}(?:\s\d{2}(?!\d)){0,3}(?:\s?[,–-]?\s?${CODE})?`, 'giu');

/** Addresses in Germany, Austria, Switzerland and Liechtenstein. */
export const GERMAN_ADDRESSES = [CODE_FIRST, BOX, UP_TO_CODE, PLACED, STREET, ALTER_MARKT, SMALL];
