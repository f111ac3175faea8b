import { yieldWhenDue } from '../../../flow/yield.ts';
import { REVIEW_SOURCES } from '../../../insights/wire.ts';
import { comparable } from './comparable-text.ts';
import { domainOfSite, findHosts } from './hosts.ts';
import { findBusiness } from './mentions.ts';

const MOST = { leads: 40, domains: 60, characters: 20_000 };
const NAME = { least: 3, most: 60 };

/** How many answers must name a business, so that no heading or slip of one answer counts. */
const LEAST_ANSWERS = 2;

/** Websites that answers send readers to, and that are no businesses of the kind asked for. */
const PLATFORMS = new Set(
  [
    ...REVIEW_SOURCES,
    ...[
      'apple',
      'wikipedia',
      'reddit',
      'youtube',
      'linkedin',
      'instagram',
      'tiktok',
      'twitter',
      'thumbtack',
      'nextdoor',
    ],
    ...[
      'mapquest',
      'yellowpages',
      'gelbeseiten',
      'dasoertliche',
      'meinestadt',
      '11880',
      'golocal',
      'sanego',
      'check24',
    ],
  ].map((name) => name.replaceAll('_', '')),
);

const MARKS = /\p{M}/gu;
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** A name as domains write it: letters and digits alone. */
const plain = (name: string) =>
  comparable(name)
    .replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(/[^a-z0-9]/g, '');

const labelOf = (domain: string) => plain(domain.split('.')[0] ?? '');

/** Whether a domain may be that of a business of this name: it is the name, its beginning, or several of its words. */
function isDomainOf(label: string, name: string) {
  const whole = plain(name);
  if (label.length < 4 || whole.length < 4) return false;
  if (whole.startsWith(label) || (whole.length >= 6 && label.startsWith(whole))) return true;
  const words = name
    .split(/[\s&.,-]+/u)
    .map(plain)
    .filter((word) => word.length >= 3);
  const rest = words.reduce((left, word) => left.replace(word, ''), label);
  return label.length - rest.length >= 6 && rest.length <= 3;
}

const ITEM = /^\s{0,8}(?:\d{1,2}[.)]|[-*•–])\s+(.{1,300})$/u;
const BOLD = /\*\*([^*\n]{3,80})\*\*/gu;
const LINK = /\[([^\]\n]{3,80})\]\(/gu;
const END = /\s[–—-]\s|[:(|,;[]/u;

const tidy = (text: string) =>
  text
    .replaceAll(/[*_`#"“”„]/g, '')
    .replace(/^\[|\]$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.,]$/, '');

/** What may be names in an answer: the beginnings of items, bold words, links, and lists in a line. */
function leadsOf(text: string): string[] {
  const items = text.split('\n').flatMap((line) => ITEM.exec(line)?.[1] ?? []);
  const inLine = text
    .split(/\n|(?<=[.!?])\s/u)
    .filter((sentence) => sentence.includes(';'))
    .flatMap((sentence) => sentence.slice(sentence.lastIndexOf(':') + 1).split(';'));
  return [
    ...items.map((item) => tidy(item).split(END)[0] ?? ''),
    ...[...text.matchAll(BOLD), ...text.matchAll(LINK)].map(([, words = '']) => tidy(words).split(END)[0] ?? ''),
    ...inLine.map(tidy),
  ]
    .map((lead) => lead.trim())
    .filter(({ length }) => length >= NAME.least && length <= NAME.most)
    .slice(0, MOST.leads);
}

interface Answer {
  text: string;
  citations: readonly { url: string; title?: string | null | undefined }[];
  /** Whether it names the business that answers are read for. */
  mentioned: boolean;
}

interface Subject {
  names: string[];
  site: string | null;
}

export interface NamedBusiness {
  name: string;
  /** Answers that name it, and not the business that they are read for. */
  answers: number;
}

const most = <Key>(counts: Map<Key, number>, isBefore: (one: Key, other: Key) => number) =>
  [...counts].sort(([one, count], [other, more]) => more - count || isBefore(one, other)).map(([key]) => key);

const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const byText = (one: string, other: string) => (one < other ? -1 : 1);

/** The other businesses whose websites answers cite or write, with the name that the answers give them most often. */
async function namesByDomain(answers: readonly Answer[], { names, site }: Subject) {
  const own = new Set([domainOfSite(site), ...names.map(plain)]);
  const domains = new Map<string, number>();
  const leads = new Map<string, number>();
  for (const { text, citations } of answers) {
    await yieldWhenDue();
    const known = [
      ...citations.flatMap(({ url }) => domainOfSite(url) ?? []),
      ...findHosts(comparable(text)).flatMap(({ domain, ofEmail }) => (ofEmail ? [] : [domain])),
    ];
    for (const domain of new Set(known)) add(domains, domain);
    for (const lead of new Set(leadsOf(text))) if (!own.has(plain(lead))) add(leads, lead);
  }
  const found = new Map<string, string[]>();
  for (const domain of most(domains, byText).slice(0, MOST.domains)) {
    await yieldWhenDue();
    const label = labelOf(domain);
    if (own.has(domain) || own.has(label) || PLATFORMS.has(label)) continue;
    const written = most(leads, byText).filter((lead) => isDomainOf(label, lead));
    if (written.length > 0) found.set(domain, written.slice(0, 5));
  }
  return found;
}

/**
 * The businesses that answers name where they do not name the one they are read for: those whose website some answer
 * cites or writes, so that neither a heading nor a word of advice is taken for a name. The most often named first.
 */
export async function namedBusinesses(
  all: readonly Answer[],
  subject: Subject,
  limit: number,
): Promise<NamedBusiness[]> {
  const answers = all.map((answer) => ({ ...answer, text: answer.text.slice(0, MOST.characters) }));
  const others = answers.filter(({ mentioned }) => !mentioned).map(({ text }) => comparable(text));
  const counted: NamedBusiness[] = [];
  for (const [domain, names] of await namesByDomain(answers, subject)) {
    await yieldWhenDue();
    const count = others.filter(
      (text) => findBusiness({ text, hosts: [], cited: new Set() }, { names, site: domain }).mentioned,
    ).length;
    const [name] = names;
    if (name && count >= LEAST_ANSWERS) counted.push({ name, answers: count });
  }
  return counted
    .sort((one, other) => other.answers - one.answers || byText(one.name, other.name))
    .filter(({ name }, at, sorted) => sorted.findIndex((one) => plain(one.name) === plain(name)) === at)
    .slice(0, limit);
}
