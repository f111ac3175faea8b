import { inTurns, type Phrase, type Phrases } from './phrases.ts';

// In the plural, adjectives have one ending for every gender.
const WISHES: Phrase[] = [
  ['Beste', 'Beste'],
  ['Empfehlenswerte', 'Bewertungen'],
  ['Günstige', 'Preis'],
  ['Vertrauenswürdige', 'Vertrauen'],
  ['Erfahrene', 'Vertrauen'],
  ['Freundliche', 'Service'],
  ['Gut bewertete', 'Bewertungen'],
  ['Zuverlässige', 'Vertrauen'],
];

const NEEDS: Phrase[] = [
  ['mit guten Bewertungen', 'Bewertungen'],
  ['mit Terminen am Samstag', 'Zeiten'],
  ['für Familien', 'Familien'],
  ['mit klaren Preisen', 'Preis'],
  ['mit Onlinebuchung', 'Buchung'],
  ['mit Terminen am Abend', 'Zeiten'],
  ['mit schneller Antwort', 'Service'],
  ['für eine zweite Meinung', 'Vertrauen'],
  ['mit Parkplätzen', 'Erreichbarkeit'],
  ['für ältere Menschen', 'Familien'],
];

const QUALITIES: Phrase[] = [
  ['günstig', 'Preis'],
  ['vertrauenswürdig', 'Vertrauen'],
  ['besonders erfahren', 'Vertrauen'],
  ['freundlich', 'Service'],
  ['modern ausgestattet', 'Beste'],
  ['beliebt', 'Bewertungen'],
  ['schnell', 'Service'],
  ['gut zu erreichen', 'Erreichbarkeit'],
];

const capitalized = (word: string) => word.charAt(0).toLocaleUpperCase('de') + word.slice(1);

export const GERMAN_PHRASES: Phrases = {
  place: (town) => (town ? ` in ${town}` : ' in der Nähe'),
  unknown: (vertical) => {
    const many = vertical ? `Anbieter für ${capitalized(vertical)}` : 'Anbieter';
    return { one: many, many, services: [] };
  },
  ask({ name, many, services, place }) {
    const asked: Phrase[] = [
      [`Welche ${many}${place} kannst du empfehlen?`, 'Beste'],
      [`Welche ${many}${place} haben die besten Bewertungen?`, 'Bewertungen'],
      [`Wie finde ich gute ${many}${place}?`, 'Vertrauen'],
      [`Vergleiche ${many}${place}`, 'Vergleich'],
      [`Welche ${many}${place} nehmen noch neue Kunden an?`, 'Buchung'],
      [`Was verlangen ${many}${place}?`, 'Preis'],
      [`Woran erkenne ich gute ${many}?`, 'Vertrauen'],
      [`Wie unterscheiden sich ${many}${place}?`, 'Vergleich'],
    ];
    const brand: Phrase[] = [
      [`Was sagen Kunden über ${name}?`, 'Marke'],
      [`Ist ${name} eine gute Wahl?`, 'Marke'],
      [`Alternativen zu ${name}`, 'Marke'],
      [`Wofür ist ${name} bekannt?`, 'Marke'],
      [`Wie teuer ist ${name}?`, 'Marke'],
      [`Telefonnummer und Öffnungszeiten von ${name}`, 'Marke'],
    ];
    const groups: Phrase[][] = [
      WISHES.map(([wish, tag]) => [`${wish} ${many}${place}`, tag]),
      services.map((service) => [`${many} für ${service}${place}`, 'Leistungen']),
      NEEDS.map(([need, tag]) => [`${many} ${need}${place}`, tag]),
      asked,
      services.map((service) => [`Wohin gehe ich${place} am besten für ${service}?`, 'Leistungen']),
    ];
    const rest: Phrase[][] = [
      QUALITIES.map(([quality, tag]) => [`Welche ${many}${place} sind ${quality}?`, tag]),
      services.map((service) => [`Worauf sollte ich achten, wenn es um ${service} geht?`, 'Leistungen']),
      NEEDS.map(([need, tag]) => [`Kannst du ${many} ${need}${place} empfehlen?`, tag]),
    ];
    return [...inTurns([...groups, brand], 2), ...inTurns(rest, 2)];
  },
  brandTag: 'Marke',
  reasons: {
    found: (many, place) => `Mit solchen Worten suchen Menschen${place} ${many}.`,
    brand: 'So zeigt sich, was Assistenten über die Organisation sagen, wenn ihr Name fällt.',
  },
};
