import { inTurns, type Phrase, type Phrases } from './phrases.ts';

const article = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const WISHES: Phrase[] = [
  ['best', 'best'],
  ['top rated', 'reviews'],
  ['affordable', 'price'],
  ['trusted', 'trust'],
  ['experienced', 'trust'],
  ['friendly', 'service'],
  ['most recommended', 'reviews'],
  ['reliable', 'trust'],
];

const NEEDS: Phrase[] = [
  ['with good reviews', 'reviews'],
  ['open on Saturday', 'hours'],
  ['for families', 'families'],
  ['with clear prices', 'price'],
  ['with online booking', 'booking'],
  ['open in the evening', 'hours'],
  ['that answer the same day', 'service'],
  ['for a second opinion', 'trust'],
  ['with parking', 'access'],
  ['for older people', 'families'],
];

const QUALITIES: Phrase[] = [
  ['affordable', 'price'],
  ['trustworthy', 'trust'],
  ['experienced', 'trust'],
  ['friendly', 'service'],
  ['modern', 'best'],
  ['popular', 'reviews'],
  ['quick', 'service'],
  ['easy to reach', 'access'],
];

export const ENGLISH_PHRASES: Phrases = {
  place: (town) => (town ? ` in ${town}` : ' near me'),
  unknown: (vertical) => {
    const one = `${vertical ?? 'local'} business`;
    return { one, many: `${one}es`, services: [] };
  },
  ask({ name, one, many, services, place }) {
    const asked: Phrase[] = [
      [`Can you recommend ${article(one)}${place}?`, 'best'],
      [`Which ${many}${place} have the best reviews?`, 'reviews'],
      [`How do I find a good ${one}${place}?`, 'trust'],
      [`Compare the ${many}${place}`, 'comparison'],
      [`Which ${many}${place} take new customers?`, 'booking'],
      [`What does ${article(one)} cost${place}?`, 'price'],
      [`What should I ask ${article(one)} before I decide?`, 'trust'],
      [`How do ${many}${place} differ?`, 'comparison'],
    ];
    const brand: Phrase[] = [
      [`What do people say about ${name}?`, 'brand'],
      [`Is ${name} a good choice?`, 'brand'],
      [`Alternatives to ${name}`, 'brand'],
      [`What is ${name} known for?`, 'brand'],
      [`How expensive is ${name}?`, 'brand'],
      [`Phone number and opening hours of ${name}`, 'brand'],
    ];
    const groups: Phrase[][] = [
      WISHES.map(([wish, tag]) => [`${wish} ${one}${place}`, tag]),
      services.map((service) => [`${many} for ${service}${place}`, 'services']),
      NEEDS.map(([need, tag]) => [`${many} ${need}${place}`, tag]),
      asked,
      services.map((service) => [`Where should I go for ${service}${place}?`, 'services']),
    ];
    const rest: Phrase[][] = [
      QUALITIES.map(([quality, tag]) => [`Which ${many}${place} are ${quality}?`, tag]),
      services.map((service) => [`What should I look for when I need ${service}?`, 'services']),
      NEEDS.map(([need, tag]) => [`Can you recommend ${many} ${need}${place}?`, tag]),
    ];
    return [...inTurns([...groups, brand], 2), ...inTurns(rest, 2)];
  },
  brandTag: 'brand',
  reasons: {
    found: (many, place) => `People look for ${many}${place === ' near me' ? ' nearby' : place} in such words.`,
    brand: 'It shows what assistants say of the organization by its name.',
  },
};
