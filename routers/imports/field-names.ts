/** A header without case, accents, spaces and signs: `Ø Position` is `position`. */
export const normalized = (header: string) =>
  header
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/^ø/, '');

const VISITS = {
  date: ['date', 'day', 'datum', 'tag', 'nthday', 'ntertag'],
  users: ['users', 'activeusers', 'totalusers', 'visitors', 'uniquevisitors', 'nutzer', 'aktivenutzer', 'besucher'],
  sessions: ['sessions', 'visits', 'sitzungen', 'besuche'],
  conversions: ['conversions', 'keyevents', 'schlusselereignisse'],
};

/** What the exports of known tools, and people, call the fields; each normalized. The fields' own names go before. */
const NAMES: Record<string, Record<string, string[]>> = {
  website_daily: {
    ...VISITS,
    pageviews: ['pageviews', 'views', 'screenpageviews', 'aufrufe', 'seitenaufrufe'],
    bounceRate: ['bouncerate', 'absprungrate'],
    avgSessionSeconds: [
      ...['avgsessionduration', 'averagesessionduration', 'visitduration'],
      ...['averageengagementtimepersession', 'durchschnittlichesitzungsdauer'],
    ],
    source: ['tool', 'analyticstool'],
  },
  traffic_source: {
    ...VISITS,
    source: ['sessionsource', 'sessionsourcemedium', 'sourcemedium', 'quelle', 'sitzungquelle'],
    medium: ['sessionmedium', 'utmmedium', 'sitzungmedium'],
  },
  search_daily: {
    date: VISITS.date,
    query: ['query', 'queries', 'topqueries', 'keyword', 'suchanfrage', 'suchanfragen', 'haufigstesuchanfragen'],
    page: ['page', 'pages', 'toppages', 'url', 'landingpage', 'seite', 'seiten', 'haufigsteseiten'],
    clicks: ['clicks', 'klicks'],
    impressions: ['impressions', 'impressionen'],
    position: ['position', 'averageposition', 'avgposition', 'durchschnittlicheposition'],
  },
  review: {
    rating: ['rating', 'starrating', 'stars', 'score', 'bewertung', 'sterne'],
    text: ['comment', 'review', 'reviewtext', 'reviewcomment', 'content', 'kommentar', 'rezension', 'bewertungstext'],
    authorName: [
      ...['author', 'reviewer', 'reviewername', 'reviewerdisplayname', 'displayname', 'authordisplayname'],
      ...['customer', 'name', 'verfasser', 'rezensent'],
    ],
    publishedAt: [
      ...['createtime', 'created', 'createdat', 'date', 'reviewdate', 'published', 'publishedtime', 'time', 'datetime'],
      ...['datum', 'erstellt'],
    ],
    responded: ['reviewreply', 'reviewreplycomment', 'reply', 'ownerresponse', 'response', 'replied', 'antwort'],
    externalId: ['reviewid', 'id'],
    source: ['platform', 'portal', 'site'],
  },
  social_profile: { url: ['link', 'address'], asOf: ['date', 'time', 'datum'] },
};

/** The field that a header names, of those that a type has; null where it is none. */
export function fieldNamed(header: string, type: string, fields: readonly string[]): string | null {
  const name = normalized(header);
  const own = fields.find((field) => normalized(field) === name);
  if (own) return own;
  const known = Object.entries(NAMES[type] ?? {}).find(([, names]) => names.includes(name));
  return known?.[0] ?? null;
}
