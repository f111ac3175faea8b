import type { MeasurementPlan } from '../../../db/schema/index.ts';
import type { StatedFact } from '../../../db/schema/scan-parts.ts';
import { type FactRecord, type ListedValues, readFacts } from './facts.ts';
import { domainOfSite, findHosts } from './hosts.ts';
import { findBusiness, positionAmong } from './mentions.ts';
import { type Sentence, sentencesWith, splitSentences } from './sentences.ts';
import { sentimentOf } from './sentiment.ts';

/** Whom answers are read for. */
export interface ReadingSubject extends FactRecord {
  name: string;
  aliases: string[];
}

/** A competitor that answers may name. */
type Rival = MeasurementPlan['competitors'][number];

/** What an answer says, besides its text. */
export interface AnswerReading {
  mentioned: boolean;
  position: number | null;
  sentiment: number | null;
  /** Domains of the competitors that it names. */
  competitors: string[];
  facts: StatedFact[];
  excerpt: string;
}

interface Answer {
  text: string;
  citations: readonly { url: string; title?: string | null | undefined }[];
}

/** What answers are read against. */
export interface Known {
  subject: ReadingSubject;
  rivals: readonly Rival[];
  listed: readonly ListedValues[];
}

const EXCERPT = 500;
const MOST_COMPETITORS = 30;

/** The text from the first sentence that names the business on, or from the beginning. */
function excerptOf(sentences: readonly Sentence[], naming: readonly Sentence[]) {
  const first = naming[0];
  const rest = first ? sentences.slice(sentences.indexOf(first)) : sentences;
  const characters: string[] = [];
  for (const { written } of rest) {
    if (characters.length >= EXCERPT) break;
    characters.push(...(characters.length > 0 ? ' ' : ''), ...written.slice(0, 2 * EXCERPT));
  }
  let excerpt = '';
  // Of whole characters, at most 500 units.
  for (const character of characters) {
    if (excerpt.length + character.length > EXCERPT) break;
    excerpt += character;
  }
  return excerpt;
}

/** The domain that a citation counts as. */
const citedDomain = ({ url }: { url: string }) => domainOfSite(url);

/** Reads an answer: the same words of the same people say the same at any time. */
export function readAnswer({ text: written, citations }: Answer, { subject, rivals, listed }: Known): AnswerReading {
  const { text, sentences } = splitSentences(written);
  const hosts = findHosts(text);
  const cited = new Set(citations.flatMap((citation) => citedDomain(citation) ?? []));
  const read = { text, hosts, cited };
  const own = findBusiness(read, { names: [subject.name, ...subject.aliases], site: subject.website });
  const others = rivals.map((rival) => ({ rival, ...findBusiness(read, { names: [rival.name], site: rival.domain }) }));
  const naming = sentencesWith(sentences, own.spans);
  const domains = [...rivals.map(({ domain }) => domain), ...listed.map(({ url }) => url)];
  return {
    mentioned: own.mentioned,
    position: positionAmong(
      own.first,
      others.map(({ first }) => first),
    ),
    sentiment: sentimentOf(text, naming, own.spans),
    competitors: others
      .filter(({ mentioned }) => mentioned)
      .slice(0, MOST_COMPETITORS)
      .map(({ rival }) => rival.domain),
    facts: readFacts({
      sentences: naming,
      hosts,
      record: subject,
      listed,
      others: new Set([...cited, ...domains.flatMap((domain) => domainOfSite(domain) ?? [])]),
    }),
    excerpt: excerptOf(sentences, naming),
  };
}
