// Address abbreviations of USPS Publication 28 (appendices B and C), and common ones of other countries with Latin
// script. Each entry is the abbreviation, followed by its long forms.

const STREETS = `
aly: alley; anx: annex; arc: arcade; ave: avenue, av, aven, avenida, avda, avd; bch: beach; bnd: bend; brg: bridge; brk: brook;
blvd: boulevard, boul, bd, bvd, bld, bulevar; byp: bypass; cir: circle, circ; clf: cliff; cor: corner; cres: crescent; crk: creek;
cswy: causeway; ct: court, crt; ctr: center, centre, cntr, cntre; cv: cove; dr: drive, drv, doctor; est: estate;
ests: estates; expy: expressway, expwy; frk: fork; frst: forest; ft: fort; fwy: freeway, frwy; gdn: garden;
gdns: gardens; gln: glen; grn: green; grv: grove; gtwy: gateway; hbr: harbor, harbour; hl: hill; hls: hills;
hts: heights; hwy: highway, hiway; is: island; jct: junction; knl: knoll; lk: lake; lks: lakes; ln: lane;
lndg: landing; mdw: meadow; mdws: meadows; msn: mission; mt: mount; mtn: mountain; orch: orchard; pike: turnpike, tpke;
pkwy: parkway, pkway, pky; pl: place, platz, plac; pln: plain; plz: plaza; pr: prairie; prt: port; psge: passage; pt: point;
rd: road; rdg: ridge; riv: river; rnch: ranch; rte: route; shr: shore; smt: summit; spg: spring; spgs: springs;
sq: square; st: street, strt, str, strasse, straat, saint, sankt; sta: station; ste: sainte; ter: terrace, terr; trce: trace;
trl: trail; vis: vista; vlg: village; vly: valley; vw: view; whf: wharf; xing: crossing;
n: north; e: east; s: south; w: west; ne: northeast, north east; nw: northwest, north west; se: southeast, south east;
sw: southwest, south west; 1st: first; 2nd: second; 3rd: third; 4th: fourth; 5th: fifth; 6th: sixth; 7th: seventh;
8th: eighth; 9th: ninth; 10th: tenth; 11th: eleventh; 12th: twelfth`;

// For addresses only: in names they may be other words.
const EUROPEAN_STREETS = `
al: allee, alleen, aleja, aleje, all; c: calle, carrer; ch: chemin, che; cl: close; crs: cours;
cso: corso, c so; fg: faubourg, fbg; gt: great; hse: house; imp: impasse; lgo: largo, l go; mws: mews;
os: osiedle; pk: park; plz: plaza, plza; pza: piazza, pzza, p za, p zza; r: rue, rua; res: residence;
ul: ulica; v: via; vle: viale, v le; vlo: vicolo, v lo; wlk: walk`;

const PLACES = `
bldg: building; dept: department; fl: floor, flr; twr: tower; po box: post office box, pob, p o box;
al: alabama; ak: alaska; az: arizona; ar: arkansas; ca: california; co: colorado; ct: connecticut; de: delaware;
dc: district of columbia; fl: florida; ga: georgia; hi: hawaii; id: idaho; il: illinois; in: indiana; ia: iowa;
ks: kansas; ky: kentucky; la: louisiana; me: maine; md: maryland; ma: massachusetts; mi: michigan; mn: minnesota;
ms: mississippi; mo: missouri; mt: montana; ne: nebraska; nv: nevada; nh: new hampshire; nj: new jersey;
nm: new mexico; ny: new york; nc: north carolina; nd: north dakota; oh: ohio; ok: oklahoma; or: oregon;
pa: pennsylvania; pr: puerto rico; ri: rhode island; sc: south carolina; sd: south dakota; tn: tennessee; tx: texas;
ut: utah; vt: vermont; va: virginia; wa: washington; wv: west virginia; wi: wisconsin; wy: wyoming;
ab: alberta; bc: british columbia; mb: manitoba; nb: new brunswick; nl: newfoundland; ns: nova scotia; on: ontario;
qc: quebec; sk: saskatchewan`;

const entries = (table: string) =>
  table.split(';').flatMap((entry) => {
    const [short = '', forms = ''] = entry.split(':');
    return forms.split(',').map((form) => [form.trim(), short.trim()] as const);
  });

/** A function that abbreviates words separated by single spaces. Phrases come before words, the longest first. */
function abbreviator(...tables: string[]) {
  const short = new Map(tables.flatMap(entries));
  const phrases = [...short.keys()]
    .filter((form) => form.includes(' '))
    .sort((one, other) => other.length - one.length);
  const phrase = new RegExp(`(?<= )(${phrases.join('|')})(?= )`, 'g');
  return (words: string) =>
    ` ${words} `
      .replace(phrase, (form) => short.get(form) ?? form)
      .trim()
      .split(' ')
      .map((word) => short.get(word) ?? word);
}

export const abbreviateName = abbreviator(STREETS);
export const abbreviateAddress = abbreviator(STREETS, EUROPEAN_STREETS, PLACES);

/** A room by its number: `Suite 3`, `Apt. No. 3` and `#3` are the same room. */
export const ROOM = /(?: (?:suite|ste|unit|apartment|apt|appt|flat|wohnung|room|rm|office|ofc|no|nr|#))+ (\S+)(?= )/g;
export const FLOOR = / (?:(\d+)(?:st|nd|rd|th) fl|fl (\d{1,3}))(?= )/g;

/** Countries, often omitted from addresses. */
export const COUNTRIES =
  / (usa|us|united states( of america)?|canada|uk|united kingdom|great britain|ireland|australia|new zealand)$/;
