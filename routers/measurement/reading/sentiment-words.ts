// The closed lists behind sentiment, in comparable form: of the portal's languages, English and German.

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

export const PRAISE = words(`
  accommodating accurate affordable amazing attentive awesome award-winning best beloved brilliant calm caring clean
  comfortable compassionate competent convenient courteous dependable efficient excellent exceptional experienced expert
  fair fantastic favorite favourite flexible friendly gentle good great helpful honest ideal impressive inviting kind
  knowledgeable leading love loved modern outstanding painless patient perfect pleasant popular praised prompt
  professional recommend recommended reliable renowned reputable respected skilled spotless stellar superb superior
  thorough top top-rated transparent trusted trustworthy warm welcoming well-regarded well-reviewed wonderful
  angenehm aufmerksam ausgezeichnet ausgezeichnete ausgezeichneten ausgezeichneter beliebt beliebte beliebten beliebter
  beste besten bester bestes empfehlen empfehlenswert empfehlenswerte empfehlenswerter empfohlen ehrlich einfühlsam
  erfahren erfahrene erfahrenen erfahrener exzellent exzellente exzellenter fair freundlich freundliche freundlichen
  freundlicher gepflegt geschätzt gut gute guten guter gutes hervorragend hervorragende hervorragenden hervorragender
  hilfsbereit kompetent kompetente kompetenten kompetenter lieblings modern moderne modernen moderner professionell
  professionelle professioneller pünktlich renommiert renommierte renommierter sauber schmerzfrei sorgfältig toll tolle
  toller verlässlich vertrauenswürdig wunderbar zuverlässig zuverlässige zuverlässiger überzeugend
`);

export const BLAME = words(`
  avoid awful bad careless closed complaint complaints complained cramped dangerous dated dirty disappointed
  disappointing dishonest dismissive expensive fraud hidden horrible impolite incompetent inconsistent late mediocre
  misleading negative neglected noisy outdated overcharged overcharges overpriced painful poor pricey problematic
  questionable rude rushed scam shabby slow sloppy substandard terrible unfriendly unhelpful unhygienic unpleasant
  unprofessional unreliable unresponsive untrustworthy upselling weak worse worst
  abzocke enttäuschend enttäuschende enttäuscht fragwürdig fragwürdige furchtbar gefährlich geschlossen inkompetent
  langsam laut mangelhaft mangelhafte meiden mittelmäßig negativ schlampig schlecht schlechte schlechten schlechter
  schlechtes schmerzhaft schmutzig teuer teure überteuert überteuerte unfreundlich unfreundliche unfreundlicher
  unhygienisch unhöflich unprofessionell unpünktlich unseriös unzuverlässig unzuverlässige veraltet veraltete vermeiden
`);

/** Words that turn the next ones into their opposite. */
export const NEGATION = words(`
  not no never neither nor without hardly isn't aren't wasn't weren't don't doesn't didn't can't cannot won't
  nicht nie niemals kein keine keinen keiner keinem ohne kaum weder
`);
