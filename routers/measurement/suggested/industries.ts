/** What a business is called, and what people look for at one. */
export interface Industry {
  /** One of the kind; in German, where adjectives would follow its gender, only the plural is used. */
  one: string;
  many: string;
  services: readonly string[];
}

// A row for each industry: its verticals; one, many; services. Any other vertical is taken as it is written.
const ENGLISH = `
dental dentist; dentist, dentists; dental implants, teeth whitening, a dental emergency, children’s teeth, root canals, dental cleaning
medical healthcare clinic doctor; doctor, doctors; check-ups, vaccinations, chronic pain, sports injuries, skin problems, travel medicine
legal law lawyer attorney law_firm; lawyer, lawyers; divorce, employment disputes, wills, rental disputes, traffic accidents, company formation
accounting accountant tax tax_advisor; accountant, accountants; tax returns, bookkeeping, payroll, start-ups, freelancers, annual accounts
veterinary vet; veterinarian, veterinarians; cat vaccinations, dog surgery, pet emergencies, dental care for pets, exotic pets, older animals
physiotherapy physio; physical therapist, physical therapists; back pain, sports injuries, recovery after surgery, neck pain, home visits, manual therapy
optometry optician optics; optician, opticians; eye tests, varifocal glasses, contact lenses, children’s glasses, sports glasses, designer frames
pharmacy; pharmacy, pharmacies; prescriptions, vaccinations, travel medicine, home delivery, compression stockings, night service
restaurant gastronomy food cafe; restaurant, restaurants; business lunches, vegan dishes, family celebrations, Sunday brunch, large groups, outdoor seating
hotel hospitality travel; hotel, hotels; family holidays, business trips, weekend breaks, meetings, dogs, wellness
fitness gym; gym, gyms; beginners, weight training, yoga classes, personal training, swimming, trial sessions
beauty salon hairdresser spa cosmetics; beauty salon, beauty salons; hair colour, haircuts for children, manicures, facials, wedding styling, massages
real_estate realtor property; real estate agent, real estate agents; selling a house, first homes, rentals, valuations, commercial property, holiday homes
home_services plumbing plumber hvac; plumber, plumbers; burst pipes, heating repair, bathroom renovation, heat pumps, drain cleaning, boiler service
electrical electrician solar; electrician, electricians; rewiring, solar panels, wall boxes, smart homes, emergencies, lighting
roofing construction builder contractor; builder, builders; roof repair, loft conversions, extensions, insulation, new houses, storm damage
cleaning; cleaning company, cleaning companies; office cleaning, window cleaning, end-of-tenancy cleaning, carpets, regular home cleaning, after renovations
automotive car_repair garage; garage, garages; car inspections, tyre changes, brake repair, accident damage, electric cars, air conditioning
insurance; insurance broker, insurance brokers; car insurance, home insurance, liability insurance, life insurance, business insurance, health insurance
finance banking financial_services; financial advisor, financial advisors; pensions, mortgages, savings plans, start-up loans, inheritances, sustainable funds
education school tutoring; tutoring school, tutoring schools; mathematics, English, exam preparation, language courses, adult education, online lessons
photography photographer; photographer, photographers; weddings, business portraits, newborns, product photos, events, application photos
marketing agency advertising; marketing agency, marketing agencies; websites, search engine optimization, social media, branding, online ads, newsletters
software saas it it_services technology; software company, software companies; data protection, support, small businesses, migrations, integrations, cloud hosting
retail shop ecommerce; shop, shops; gifts, quick delivery, returns, regional products, special orders, advice`;

const GERMAN = `
dental dentist zahnarzt zahnmedizin; Zahnärzte; Zahnimplantate, Bleaching, Zahnnotfälle, Kinderzähne, Wurzelbehandlungen, professionelle Zahnreinigung
medical healthcare clinic doctor arzt medizin; Ärzte; Vorsorge, Impfungen, chronische Schmerzen, Sportverletzungen, Hautprobleme, Reisemedizin
legal law lawyer attorney law_firm anwalt recht; Anwälte; Scheidungen, Arbeitsrecht, Testamente, Mietrecht, Verkehrsunfälle, Firmengründungen
accounting accountant tax tax_advisor steuerberater steuern; Steuerberater; Steuererklärungen, Buchhaltung, Lohnabrechnung, Gründungen, Freiberufler, Jahresabschlüsse
veterinary vet tierarzt; Tierärzte; Katzenimpfungen, Hundeoperationen, Notfälle, Zahnpflege bei Tieren, Exoten, ältere Tiere
physiotherapy physio physiotherapie; Physiotherapeuten; Rückenschmerzen, Sportverletzungen, Reha nach Operationen, Nackenschmerzen, Hausbesuche, manuelle Therapie
optometry optician optics optiker; Optiker; Sehtests, Gleitsichtbrillen, Kontaktlinsen, Kinderbrillen, Sportbrillen, Designerbrillen
pharmacy apotheke; Apotheken; Rezepte, Impfungen, Reiseapotheken, Botendienst, Kompressionsstrümpfe, Nachtdienst
restaurant gastronomy food cafe gastronomie; Restaurants; Geschäftsessen, vegane Gerichte, Familienfeiern, Sonntagsbrunch, große Gruppen, Plätze im Freien
hotel hospitality travel tourismus; Hotels; Familienurlaub, Geschäftsreisen, Wochenendreisen, Tagungen, Urlaub mit Hund, Wellness
fitness gym fitnessstudio; Fitnessstudios; Einsteiger, Krafttraining, Yogakurse, Personal Training, Schwimmen, Probetraining
beauty salon hairdresser spa cosmetics friseur kosmetik; Kosmetik- und Friseursalons; Haarfarben, Kinderhaarschnitte, Maniküre, Gesichtsbehandlungen, Hochzeitsfrisuren, Massagen
real_estate realtor property immobilien makler; Immobilienmakler; Hausverkauf, erste Eigentumswohnungen, Vermietung, Wertermittlung, Gewerbeimmobilien, Ferienhäuser
home_services plumbing plumber hvac sanitär heizung; Installateure; Rohrbrüche, Heizungsreparatur, Badsanierung, Wärmepumpen, Rohrreinigung, Heizungswartung
electrical electrician solar elektriker elektro; Elektriker; Elektroinstallation, Solaranlagen, Wallboxen, Smart Home, Notdienst, Beleuchtung
roofing construction builder contractor bau dachdecker; Bauunternehmen; Dachreparatur, Dachausbau, Anbauten, Dämmung, Neubau, Sturmschäden
cleaning reinigung; Reinigungsfirmen; Büroreinigung, Fensterreinigung, Endreinigung, Teppiche, Haushaltsreinigung, Baureinigung
automotive car_repair garage autowerkstatt werkstatt; Autowerkstätten; Inspektionen, Reifenwechsel, Bremsen, Unfallschäden, Elektroautos, Klimaanlagen
insurance versicherung; Versicherungsmakler; Kfz-Versicherung, Hausratversicherung, Haftpflicht, Lebensversicherung, Firmenversicherung, Krankenversicherung
finance banking financial_services finanzen; Finanzberater; Altersvorsorge, Baufinanzierung, Sparpläne, Gründerkredite, Erbschaften, nachhaltige Fonds
education school tutoring bildung nachhilfe; Nachhilfeschulen; Mathematik, Englisch, Prüfungsvorbereitung, Sprachkurse, Erwachsenenbildung, Onlineunterricht
photography photographer fotografie fotograf; Fotografen; Hochzeiten, Businessporträts, Neugeborene, Produktfotos, Veranstaltungen, Bewerbungsfotos
marketing agency advertising werbung agentur; Marketingagenturen; Websites, Suchmaschinenoptimierung, Social Media, Markenauftritte, Onlinewerbung, Newsletter
software saas it it_services technology; Softwarefirmen; Datenschutz, Support, kleine Unternehmen, Migrationen, Schnittstellen, Cloud-Hosting
retail shop ecommerce handel laden; Geschäfte; Geschenke, schnelle Lieferung, Rückgaben, regionale Produkte, Sonderbestellungen, Beratung`;

const read = (table: string) =>
  new Map(
    table
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [verticals = '', names = '', services = ''] = row.split('; ');
        const [one = '', many = one] = names.split(', ');
        const industry: Industry = { one, many, services: services.split(', ') };
        return verticals.split(' ').map((vertical) => [vertical, industry] as const);
      }),
  );

/** The industries that are known by language, by the verticals that name them. */
export const INDUSTRIES = { en: read(ENGLISH), de: read(GERMAN) };
