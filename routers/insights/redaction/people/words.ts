export const setOf = (words: string) => new Set(words.trim().split(/\s+/));

/** Titles after which any capital is a name, and in small letters any name of the lexicon. */
export const TITLES = setOf(`
  mr mrs ms mx dr prof professor herr herrn hr frau familie mme mlle madame monsieur sr sra señor señora signor signora
  doktor hrn fam
`);

/** Titles that are words too: a name follows where it has a capital. */
export const LOOSE_TITLES = setOf(`
  miss sir lord lady dame captain capt sergeant sgt lieutenant lt colonel col judge attorney sister brother father mother
  rev reverend pastor rabbi imam nurse officer coach aunt auntie uncle grandma grandpa granny oma opa tante onkel schwester
  bruder pfarrer richter richterin rechtsanwalt rechtsanwältin ra notar notarin fr senator councillor president principal
  detective inspector chef doctor lehrer lehrerin trainer trainerin mag dipl-ing ing meister med dent
`);

export const PARTICLES = setOf(
  'von van vom zu zur de der den del della di da dos du la le bin ibn al el ter ten y und and mc o st',
);

/** What people are to somebody: a name follows. */
export const ROLES = setOf(`
  receptionist chef cook waiter waitress barista manager owner boss intern assistant hygienist dentist orthodontist nurse
  lawyer attorney paralegal accountant bookkeeper landlord plumber electrician driver photographer designer developer guy
  girl lady man woman patient guest colleague coworker co-worker wife husband son daughter mom mum dad friend neighbor
  neighbour kid teacher coach trainer stylist barber therapist vet director ceo cto cmo cfo coo coordinator supervisor
  secretary employee reviewer author tenant student founder president hostess host cleaner baker gardener florist mechanic
  realtor broker surgeon doctor physician optician pharmacist solicitor clerk rep salesman salesperson freelancer
  copywriter editor marketer technician sister brother mother father fiancé fiancée girlfriend boyfriend cousin nephew
  niece team-lead predecessor successor temp volunteer contractor roofer painter tutor instructor caretaker concierge
  bartender sommelier groomer webmaster someone somebody person named
  kollege kollegin kollegen chefin chefs kunde kundin kunden mitarbeiter mitarbeiterin azubi azubine auszubildende praktikant
  praktikantin praxismanager praxismanagerin geschäftsführer geschäftsführerin inhaber inhaberin koch köchin gast anwalt
  anwältin rechtsanwalt rechtsanwältin steuerberater steuerberaterin notar notarin zahnarzt zahnärztin arzt ärztin
  hausmeister fotograf fotografin friseur friseurin trainer trainerin lehrer lehrerin nachbar nachbarin freund freundin mann
  frau sohn tochter mutter vater bruder schwester rezeptionistin assistent assistentin sekretärin vermieter vermieterin
  bewerber bewerberin autor autorin nutzer nutzerin mandant mandantin webdesigner texter texterin ansprechpartner
  ansprechpartnerin verkäufer verkäuferin leiter leiterin buchhalter buchhalterin patientin besucherin handwerker
  elektriker maler gärtner bäcker wirt wirtin kellner kellnerin bedienung helferin arzthelferin masseur masseurin
  therapeut therapeutin tierarzt tierärztin optiker grafiker grafikerin entwickler marketingleiter marketingleiterin
  prokurist prokuristin vertreter vertreterin schwager schwägerin neffe nichte cousine ehefrau ehemann partnerin
  lebensgefährte aushilfe werkstudent werkstudentin makler maklerin verwalter berater beraterin rezensent rezensentin
`);

/** Roles that companies have too: the word after them must be in the lexicon. */
export const COMPANY_ROLES = setOf(
  'client customer partner agency user member lead admin agent consultant competitor kunde kundin partner gast nutzer',
);

/** Words that stand with names of shops, streets and products, and make them no names of people. */
export const BUSINESS = setOf(`
  dental dentistry orthodontics clinic clinics hospital hotel inn lodge resort restaurant diner cafe café bar grill pub
  bistro bakery pizza kitchen kitchens law legal bank insurance group llc llp inc ltd gmbh ag kg corp co company sons
  brothers bros associates partners street st avenue ave road rd lane drive park square plaza mall center centre
  university college school church airport beach city county hall museum gallery studio studios salon spa gym fitness
  yoga landscaping lawn plumbing roofing heating electric motors auto cars bookstore books records club league team
  campaign promo collection page pages post blog newsletter ad ads maps map search analytics index score report app plugin
  theme model bot ai engine profile places reviews rating day week month hill heights lake river island bay falls valley
  springs hole family wellness medical health care pharmacy vet veterinary pet farm garden gardens market shop store
  stores outlet boutique jewelers jewellers optics optical eyewear realty homes properties construction builders
  hardware furniture interiors design designs media digital marketing agency solutions services systems software
  technologies labs consulting advisors capital financial foundation institute academy press magazine journal times
  therme klinik praxis kanzlei zahnklinik gasthof gasthaus pension apotheke bäckerei metzgerei autohaus hof haus verlag
  bau immobilien versicherung sparkasse volksbank bahn platz straße strasse allee weg tower building house
  cola bull fargo brand brands street's king stocks
`);

/** Words before a name that make it the name of a business or a place. */
export const BUSINESS_BEFORE = setOf(`
  hotel café cafe restaurant gasthof gasthaus pension autohaus bäckerei bäcker metzgerei metzger kanzlei praxis klinik salon
  firma apotheke brauerei weingut schloss burg haus villa studio bistro trattoria pizzeria osteria ristorante bar san santa
  saint st sankt mount fort port lake los las el new north south east west bad casa chez park camp lancaster university
  schmuck juwelier optik optiker möbel modehaus parfümerie galerie theater stadion flughafen therme kaiser engel church
`);

/** Words with a capital that are never names of people: beginnings of sentences, months, brands, terms of the trade. */
export const STOP = setOf(`
  the a an and or but if so is are was were be been do does did has have had can could will would should may might must shall
  who what why when where which how whose whom this that these those there here it its he she we you i they them his her
  my our your their me us him not no yes in on at by for from to of with as than then into over under about after before
  between since until while because also just only please pls plz ok okay thanks thank thx hi hello hey dear regards best cheers
  sincerely yours good morning everyone everybody someone somebody nobody anyone anybody people all team both each some
  any many most more less few other another new old first last next one two three today tomorrow yesterday now again still
  even never always once ask tell show compare explain give get make let see find send add remove delete check call email
  mail write add use did didnt doesnt dont cant wont isnt im ive ill id whats hows wheres ur asap i'm i've i'll i'd it's he's she's we're you're they're don't can't that's what's who's let's there's isn't doesn't didn't won't ohne btw fyi lol omg
  wants said says thinks told left gave wrote asked needs likes came went got goes keeps quit posted called sent
  der die das den dem des ein eine einen einem einer und oder aber wenn weil dass ist sind war waren wird werden wurde hat
  haben hatte kann können könnt könnte soll sollen muss müssen darf will möchte bitte danke hallo guten tag liebe lieber
  sehr geehrte geehrter wer was warum wann wo welche welcher welches wie wieso weshalb dieser diese dieses hier da dort es
  er sie wir ihr ich uns ihnen mich mir dich dir sich nicht kein keine ja nein in im an am auf bei beim für von vom zu zum zur
  mit nach aus seit über unter vor zwischen gegen ohne um durch als auch nur noch schon mehr weniger sehr viel viele alle
  jede jeder jedes mein meine unser unsere unseren unserem dein deine sein seine ihre ihren heute gestern morgen jetzt
  meint sagt fragt findet braucht schreibt schrieb wollte sagte meinte fragte geb geboren zeig zeige sag frag gib gibt laut
  grüße gruß grüßen viele lg mfg vg mail rückruf leute zusammen kollegen wohnt wohnhaft heißt heisst
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun januar februar märz
  mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag frühling sommer herbst winter
  spring summer autumn fall easter christmas ostern weihnachten
  google bing yahoo yelp facebook instagram tiktok youtube linkedin twitter pinterest whatsapp skype telegram snapchat reddit
  chatgpt openai gpt perplexity gemini claude copilot grok mistral llama deepseek anthropic microsoft apple amazon meta
  tripadvisor booking trustpilot jameda doctolib provenexpert kununu holidaycheck opentable foursquare zocdoc healthgrades
  avvo houzz angi thumbtack nextdoor wordpress shopify wix squarespace webflow jimdo typo3 joomla drupal hubspot mailchimp
  salesforce stripe paypal klarna visa mastercard amex invisalign semrush ahrefs moz matomo plausible clarity hotjar siri
  alexa cortana android iphone ipad samsung huawei safari chrome firefox edge opera windows excel outlook teams slack zoom
  canva figma cloudflare github elementor yoast gutenberg bluesky threads mastodon discord twitch vimeo spotify netflix
  seo geo aeo ceo cto kpi roi ctr cpc cpm nps csat api url html css json csv pdf faq gdpr dsgvo ssl tls iban bic ssn pin
  usa uk us eu gb de at ch usd eur gbp q1 q2 q3 q4 gmb gbp serp serps lcp cls inp ga ga4 utm crm cms b2b b2c
  score scores website site page pages post posts blog review reviews rating ratings report dashboard goal goals traffic
  sessions session users user visitors visits clicks impressions conversions leads lead campaign ads keyword keywords ranking
  rank listing listings invoice order ticket number phone tel telefon handy mobil fax email e-mail address adresse password
  passwort version chapter section week month year quarter domain backlinks content plan budget growth
  ceo manager owner admin client customer patient guest dentist doctor
  zugriff zugang zahlen termin termine bericht berichte beitrag beiträge bewertung bewertungen rezension rezensionen seite
  seiten link links konto mails nachricht rechnung rechnungen kampagne anzeige anzeigen website ziel ziele punkte besucher
  sitzungen aufrufe klicks anfragen buchungen bescheid recht rechte geld zeit urlaub bilder foto fotos video videos texte
  text sterne stern kunden patienten gäste gästen nutzer firma praxis hotel marketing buchhaltung rezeption empfang
  anmeldung post posts profil daten liste ergebnis ergebnisse grund name adresse nummer straße team chef stimmt uhr prozent
  euro dollar platz rang januar montags stadt kreis land monat woche jahr tag quartal montag umsatz kosten preis preise
  personalausweis ausweis perso reisepass pass steuer steuer-id steuernummer svnr ahv ahv-nr uid niss insz bsn pesel dni nie
  nif oib cnp egn emso emšo amka pps ppsn cpf cpr hetu itin tin tfn nhs utr nino ni ird sin abn geburtsdatum geburtstag dob
  sozialversicherungsnummer kontonummer karte card passport licence license medicare street road avenue flat unit suite
  trust flow citation domain authority core web vitals
  queen king german english french american british european black cyber
`);
