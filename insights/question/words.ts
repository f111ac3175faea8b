import { CHANNELS, REVIEW_SOURCES } from '../context-parts.ts';
import { SCORE_KEYS, type ScoreKey } from '../score-keys.ts';
import type { ASKS, SUBJECTS, Topic } from './topics.ts';

// The words for each topic, English and German, as plainWords writes them: lower case, ae for ä.

/** The words for the subjects of a question. */
export const SUBJECT_WORDS: Record<(typeof SUBJECTS)[number], RegExp> = {
  scores:
    /\b(scores?|scoring|visib\w+|sichtbarkeit\w*|punkte?n?|punktzahl|gesamtwert|unser wert|mein wert|der wert|tiers?|components?|health|problems?|weak\w*|strengths?|schwaech\w+|staerken|schwachstellen?|found online|hold(s|ing)? .{0,20}back)\b/,
  raw_score: /\b(raw|rohwert)\b/,
  confidence: /\b(confiden\w*|konfidenz|sicherheit der messung)\b/,
  tiers: /\b(tiers?|bereiche?n?|stufen?)\b/,
  weights: /\b(weights?|weighted|gewicht\w*)\b/,
  reviews: /\b(reviews?|revs|testimonials?|bewertung(en)?|rezension(en)?|kundenstimmen)\b/,
  rating:
    /\b(ratings?|stars?|sternen?|average rating|rated|bewertet|durchschnittsbewertung|bewertungsschnitt|durchschnittsnote|notenschnitt)\b/,
  unanswered:
    /\b(unanswered|unreplied|not (yet )?(been )?(answered|replied)|without (an? |any )?(answer|reply|response)|(need|needs|awaiting|waiting for|lack|missing) (an? |our |my )?(answer|reply|response)s?|(answer|reply to|respond to)(?= .{0,20}review)|unbeantwortet\w*|ohne (eine )?(antwort|reaktion)|nicht beantwortet|beantwort\w*|antwort(en)? (fehl|auss)\w*)\b/,
  traffic: /\b(traffic|website|web site|webseite|webauftritt|analytics?|funnel)\b/,
  sessions: /\b(sessions?|visits?|hits|besuche?n?|sitzung(en)?|zugriffe?n?)\b/,
  users:
    /\b(users?|visitors?|(people|persons) (visit|came|come|were|on)\w*|besuchern?|besucherzahl(en)?|nutzern?|(leute|menschen|personen) (besuch|waren|kamen)\w*)\b/,
  pageviews: /\b(page ?views?|views|seitenaufrufe?n?|seitenansichten)\b/,
  conversions:
    /\b(conver(sions?|t\w*)|leads?|enquir\w+|inquir\w+|bookings|konversion(en)?|konvertier\w*|abschluesse?n?|buchungen|anfragen)\b/,
  engagement_rate: /\b(engagement ?-?rate|bounce ?-?rate|bounced?|absprungrate|interaktionsrate)\b/,
  ai_visits: /$^/,
  mentions:
    /\b(mention\w*|name us|named|recommend(s|ed)? us|cite[sd]?|erwaehn\w*|genannt|nennt uns|nennen|empfohlen|empfiehlt uns)\b/,
  competitors:
    /\b(competit\w+|rivals?|rank(ed|ing|s)?|market average|(in|on) (the|our) market|im markt|konkurren\w*|wettbewerb\w*|mitbewerb\w*|rang|rangliste|platz|platzierung)\b/,
  clicks: /\b(clicks?|klicks?)\b/,
  impressions: /\b(impressions?|impressionen|einblendungen)\b/,
  position:
    /\b((average|mean|search|google) (position|ranking|rank)|position (in|on|at|bei) (google|search|der suche)|durchschnittliche\w* position|google-?(rang|ranking|position)|suchposition|(rank|ranking) (on|in|bei) google)\b/,
  goals:
    /\b(goals?|targets?|objectives?|okrs?|kpis?|milestones?|on track|deadlines?|ziele?n?|zielerreichung|meilenstein\w*)\b/,
  tasks:
    /\b(tasks?|action items?|to-?dos?|backlog|open items?|(work is )?left to do|pending|outstanding|aufgaben?|massnahmen|zu tun|zu erledigen)\b/,
  overdue: /\b(overdue|past due|late|ueberfaellig\w*|verspaetet\w*|im verzug)\b/,
  content:
    /\b(content|blog|posts?|articles?|publish\w*|page quality|editorial|inhalte?n?|beitraege?n?|artikeln?|veroeffentlich\w*)\b/,
  social: /\b(social|instagram|linkedin|tik ?tok|youtube|twitter|soziale\w*|social media)\b/,
  reach: /\b(reach|reichweite)\b/,
  engagement: /\b(engag(e|ed|ement)(?! ?-?rate)|reactions?|likes|reaktionen|interaktionen)\b/,
  unlisted:
    /\b(followers?|revenue|turnover|sales|profit|calls|costs?|spen[dt]|spending|prices?|employees|subscribers|weather|rain|countries|country|cities|devices?|invoices?|umsatz|umsaetze|gewinne?|anrufe?n?|kosten|gekostet|ausgaben|ausgegeben|preise?|mitarbeiter\w*|abonnenten|wetter|regnen|laendern?|staedten?|geraete?n?|rechnung(en)?|negative\w*|bad reviews?|schlechte\w* bewertungen|(\d|one|two|three|four|five|ein|zwei|drei|vier|fuenf)[- ]?(star|sterne?)[- ]?\w*|conver\w+ ?-?rate|konversionsrate)\b/,
};

/** The words for what is asked. */
export const ASK_WORDS: Record<(typeof ASKS)[number], RegExp> = {
  why: /\b(why|how come|reasons?|warum|wieso|weshalb|woran|gruende?)\b/,
  trends:
    /\b(trends?|chang(e[sd]?|ing)|mov(e|ed|ing)|drop(s|ped)?|falls?|fell|fallen|declin\w*|decreas\w*|los(t|e|ing)|ris(e|en|ing)|rose|gain(ed)?|grow(n|th|s|ing)?|grew|increas\w*|went (up|down)|go(ing|ne)? (up|down)|since|better|worse|improved|(up|down) (on|over|from|against|since)|last (scan|time)|over time|history|progress|veraender\w*|entwick\w*|gestiegen|gesunken|gefallen|steig\w*|sink(t|en)|faellt|zugenommen|abgenommen|verloren|zugelegt|besser|schlechter|verlauf|gewachsen|wachs\w*|seit)\b/,
  advice:
    /\b(should|first|next|recommend(?! us)(?!ed us)|advi[cs]e|suggest\w*|improve(?!d)|how (can|could|to|do (we|i) (get|make|rais|improv|boost|gain|win))\b|what can|priorit\w*|focus|fix|quick wins?|help|boost|raise|sollen|sollten|soll ich|was (koennen|kann)|wie (koennen|kann|bekommen wir mehr|verbesser\w*)|verbesser\w*|empfehl\w*|zuerst|als naechstes|naechste\w* schritte?|tipps?)\b/,
  overview:
    /\b(summar\w*|overview|everything|overall|how (are we|are things|is business|is it going)|status|report|ueberblick|uebersicht|zusammenfass\w*|wie (stehen wir|laeuft es|geht es|laeuft))\b/,
  definition:
    /\b(mean(s|ing)?(?! (stars?|ratings?|scores?|position|reviews?))|defin(e|ition)|explain|what (is|are) an?|what does .{1,60}(measure|look at)|how (is|are) .{1,60}(calculated|computed|measured|made)|bedeut\w*|erklaer\w*|definier\w*|was (ist|sind) eine?|was heisst|gemeint|wie wird .{1,60}(berechnet|gemessen))\b/,
  compare:
    /\b(compar\w*|versus|vs|against|than|difference|more .{1,40} or|vergleich\w*|gegenueber|unterschied|als (im|auf|bei)|mehr .{1,40} oder)\b/,
  most: /\b(most|best|highest|top|biggest|largest|strongest|busiest|record|meisten?|beste[nrsm]?|hoechste[nrsm]?|groesste[nrsm]?|staerkste[nrsm]?|spitzenmonat)\b/,
  least:
    /\b(least|fewest|worst|lowest|weakest|smallest|quietest|slowest|wenigsten?|schlechteste[nrsm]?|niedrigste[nrsm]?|schwaechste[nrsm]?|geringste[nrsm]?|kleinste[nrsm]?)\b/,
  by_month: /\b(months?|monthly|monate?n?|monatlich\w*|monats\w*|when|wann)\b/,
  by_source: /\b(platforms?|plattform(en)?|portale?n?|sources?|quellen?|sites?|bewertungsportale?)\b/,
  by_channel:
    /\b(channels?|kanal|kanaele?n?|(traffic|visitor) sources?|traffic-?quellen?|besuchsquellen?|where (do|does|did|are|is) .{0,30}(come|coming) from|woher|(what|was) (brings?|bringt))\b/,
  by_engine:
    /\b(engines?|(ai|ki)[ -]?assistants?|(ai|ki)[ -]?assistent(en)?|assistants?|assistent(en)?|chatbots?|llms?|ki-?(systeme?|modelle?))\b/,
};

/** Words that mean AI assistants as a whole. */
export const ASSISTANTS = /\b(ai|ki|llms?|assistants?|assistent(en)?|chatbots?)\b/;

const spaced = (name: string) => name.replaceAll('_', '[ _-]?');

const SOURCE_ALIASES: Partial<Record<(typeof REVIEW_SOURCES)[number], string>> = {
  google: 'google(?! ?-?(ai|analytics|rang|ranking|position))',
  booking: 'booking(\\.com)?(?!s)',
  trusted_shops: 'trusted ?shops?',
  bing: 'bing(?! copilot)',
  website: '(?:our|own|eigene[nr]?) website',
};

const CHANNEL_ALIASES: Partial<Record<(typeof CHANNELS)[number], string>> = {
  organic:
    'organic(ally)?|organisch\\w*|(?:from|through|via|ueber|aus|by|von) (?:the |der )?(?:google(?: search|-?suche)?|search|suche)|google-?suche|seo',
  direct: 'direct(?:ly)?|direkt\\w*|direktzugriffe?',
  referral: 'referrals?|referring|verweis\\w*',
  social: 'social(?: media)?|soziale\\w*(?: netzwerke\\w*| medien)?',
  paid: 'paid(?! social)|ads?|adwords|ppc|advert\\w*|bezahlt\\w*|anzeigen|werbung',
  email: 'e-?mails?|newsletter',
  video: 'videos?',
  affiliate: 'affiliates?',
  ai_assistants: 'ai assistants|ki-assistenten',
};

const ENGINE_ALIASES: Record<string, string> = {
  chatgpt: 'chat ?-?gpt|chat ?gtp|openai',
  google_ai_overviews: '(?:google )?ai overviews?|ki-?uebersicht\\w*',
  google_ai_mode: 'ai mode|ki-?modus',
  copilot: '(?:bing |microsoft )?co-?pilot',
};

const compile = (prefix: string, name: string, form = spaced(name)): [Topic, RegExp] => [
  `${prefix}.${name}` as Topic,
  new RegExp(`\\b(?:${form})\\b`),
];

const isListed = (name: string) => name !== 'other';

export const SOURCE_WORDS = REVIEW_SOURCES.filter(isListed).map((name) =>
  compile('source', name, SOURCE_ALIASES[name]),
);
export const CHANNEL_WORDS = CHANNELS.filter(isListed).map((name) => compile('channel', name, CHANNEL_ALIASES[name]));

export const ENGINE_WORDS = [
  'chatgpt',
  'perplexity',
  'gemini',
  'google_ai_overviews',
  'google_ai_mode',
  'copilot',
  'claude',
  'meta_ai',
  'grok',
  'deepseek',
  'mistral',
].map((name) => compile('engine', name, ENGINE_ALIASES[name]));

// Common names of score components that differ from the key.
const PART_ALIASES: Partial<Record<ScoreKey, string>> = {
  technical: 'technical(?! seo)|technik',
  technical_seo: 'technical(ly)? (seo|faults?|issues?|problems?)|crawl\\w*|broken links?|technische\\w* (seo|fehler)',
  page_speed:
    'page ?speed|site speed|load(ing)? (time|speed)|slow|faster|fast|core web vitals|ladezeit\\w*|langsam\\w*|schneller?',
  mobile: 'mobile|phones?|small screen|mobil\\w*|handy',
  structured_data: 'structured data|schema|markup|strukturierte\\w* daten',
  content_quality: 'content quality|quality of (our|the|my) (content|pages)|inhaltsqualitaet|qualitaet der inhalte',
  freshness: 'fresh\\w*|outdated|stale|aged|aktualitaet|veraltet\\w*',
  listings: 'listings?|director(y|ies)|eintraege?n?|verzeichnis\\w*',
  local_listings:
    'local (listings?|search|seo)|listings?|director(y|ies)|google (business|maps)|lokale\\w* eintraege?|eintraege?n?|verzeichnis\\w*',
  reviews: 'reviews?|stars?|ratings?|bewertung(en)?|rezension(en)?',
  reputation: 'reputation|ruf',
  backlinks: 'back ?links?|links? to (us|our)|inbound links?|rueckverweise?',
  brand_mentions: 'brand mentions?|mention\\w*|markennennungen',
  social: 'social (presence|score|media)|soziale\\w*',
  ai_visibility: 'ai|ki|assistants?|chat ?gpt|claude|gemini|perplexity|llms?|ki-\\w+',
  accessibility: 'accessib\\w*|wcag|screen reader|barrierefrei\\w*',
  security: 'secur\\w*|https|ssl|certificate|sicherheit(?! der messung)|zertifikat',
  authority: 'authority|autoritaet',
  content: 'content|inhalte?n?',
};

export const PART_WORDS = SCORE_KEYS.filter(isListed).map((name) => compile('part', name, PART_ALIASES[name]));
