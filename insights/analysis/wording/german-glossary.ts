import type { Topic } from '../../question/topics.ts';
import type { ScoreKey } from '../../wire.ts';

/** The meaning of each score component, to complete “heißt im Scan: …”. */
export const GERMAN_MEANINGS: Record<ScoreKey, string> = {
  foundation: 'ob die Website selbst stimmt, also Technik, Tempo und Inhalte',
  authority: 'wie sehr andere für das Unternehmen einstehen, mit Bewertungen, Links und Einträgen',
  engagement: 'ob Menschen, die das Unternehmen finden, bleiben und reagieren',
  discovery: 'ob das Unternehmen dort auftaucht, wo Menschen suchen und fragen',
  reputation: 'was über das Unternehmen gesagt wird, und wie oft',
  technical: 'ob Suchmaschinen die Website ohne Hindernisse lesen',
  technical_seo: 'ob Suchmaschinen die Seiten fehlerfrei abrufen, lesen und aufnehmen',
  page_speed: 'wie schnell die Seiten erscheinen und reagieren',
  mobile: 'wie gut die Website auf kleinen Bildschirmen funktioniert',
  structured_data: 'ob die Seiten für Maschinen lesbar sagen, was das Unternehmen ist und anbietet',
  content: 'ob die Seiten beantworten, was Menschen suchen',
  content_quality: 'wie vollständig und lesbar die Seiten antworten',
  freshness: 'wie lange die letzte Überarbeitung der Inhalte her ist',
  listings: 'ob Verzeichnisse das Unternehmen kennen, mit den richtigen Angaben',
  local_listings: 'ob Name, Adresse und Telefonnummer in den örtlichen Verzeichnissen übereinstimmen',
  citations: 'wie oft das Unternehmen in Verzeichnissen und örtlichen Quellen genannt wird',
  reviews: 'wie viele Bewertungen es gibt, wie gut sie sind und ob sie beantwortet werden',
  backlinks: 'wie viele angesehene Websites auf das Unternehmen verweisen',
  brand_mentions: 'wie oft das Unternehmen anderswo genannt wird, mit oder ohne Link',
  social: 'wie präsent das Unternehmen in sozialen Netzwerken ist und wie Menschen reagieren',
  ai_visibility: 'ob KI-Assistenten das Unternehmen nennen, wenn sie nach einem solchen gefragt werden',
  accessibility: 'ob alle die Website benutzen können, auch mit Bildschirmleser oder Tastatur',
  security: 'ob die Website sicher ausgeliefert und aktuell gehalten wird',
  other: 'was der Scan neben den benannten Bestandteilen misst',
};

/** The meaning of other figures. */
export const GERMAN_TERMS: Partial<Record<Topic, string>> = {
  scores:
    'Der Sichtbarkeitswert sagt, wie leicht das Unternehmen online gefunden und gewählt wird; der Markt ist darin berücksichtigt.',
  raw_score: 'Der Rohwert ist, was der Scan für sich genommen gemessen hat, bevor der Markt berücksichtigt wird.',
  confidence:
    'Die Konfidenz sagt, wie viel von einem vollständigen Scan gemessen werden konnte; je niedriger sie ist, desto eher ändert sich ein Wert noch.',
  tiers: 'Ein Bereich fasst Bestandteile zusammen, die zusammengehören, mit einem eigenen Wert.',
  weights: 'Ein Gewicht sagt, wie viel ein Bestandteil im Ganzen zählt.',
  sessions: 'Ein Besuch ist ein Aufenthalt auf der Website, wie viele Seiten er auch umfasst.',
  users: 'Besucher sind die Menschen, die auf der Website waren.',
  pageviews: 'Ein Seitenaufruf ist eine Seite, die geöffnet wurde.',
  engagement_rate:
    'Die Interaktionsrate ist der Anteil der Besuche, in denen Menschen blieben, weiterlasen oder etwas taten.',
  conversions:
    'Eine Conversion ist ein Besuch, der so endete, wie Sie es wünschen, etwa mit einer Buchung oder einem Anruf.',
  reach: 'Die Reichweite sagt, wie viele Menschen in sozialen Netzwerken etwas von Ihnen gesehen haben.',
  engagement: 'Reaktionen in sozialen Netzwerken sind Likes, Kommentare, geteilte Beiträge und Klicks.',
  overdue: 'Überfällig ist, was über seinem Termin liegt und weder erledigt noch verworfen ist.',
};
