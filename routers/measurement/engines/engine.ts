import { z } from 'zod';
import type { PromptPlace } from '../../../db/schema/index.ts';
import { EngineFailure } from './failure.ts';
import type { EngineAccess } from './names.ts';
import type { Calling } from './post-json.ts';

/** A question as an engine gets it: with its place and language, and nothing else. */
export interface Question {
  text: string;
  language: string | null;
  place: PromptPlace | null;
}

/** The answer of an engine. */
export interface EngineAnswer {
  text: string;
  /** The model as the engine names it. */
  model: string;
  /** How it was asked. */
  access: string;
  citations: { url: string; title?: string | null | undefined }[];
}

interface Ask extends Calling {
  access: EngineAccess;
  /** Called before each call after the first. @throws EngineFailure where no more calls may be made */
  another: () => Promise<void>;
}

/** An engine behind the portal’s measurement. */
export interface Engine {
  /** Asks one question. @throws EngineFailure */
  ask: (question: Question, how: Ask) => Promise<EngineAnswer>;
}

const LIMITS = { text: 100_000, citations: 30, title: 300, url: 2048, model: 200 };

/** Reads an answer by the shape of its protocol. @throws EngineFailure */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(answer);
  if (!success) throw new EngineFailure('unusable', 'The answer has an unknown form.');
  return data;
}

const isWeb = (url: string) => url.length <= LIMITS.url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Without what the database and other readers cannot hold. */
const wellFormed = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** An answer in its bounds: one without a word is none. @throws EngineFailure */
export function completeAnswer({ text, citations, model, access }: EngineAnswer): EngineAnswer {
  const words = wellFormed(text).slice(0, LIMITS.text).toWellFormed();
  if (!/[\p{L}\p{N}]/u.test(words)) throw new EngineFailure('unusable', 'The answer has no words.');
  const cited = new Map(
    citations
      .filter(({ url }) => isWeb(url))
      .map(({ url, title }) => [
        url,
        { url: wellFormed(url), title: title ? wellFormed(title).slice(0, LIMITS.title).toWellFormed() : null },
      ]),
  );
  return {
    text: words,
    model: wellFormed(model).slice(0, LIMITS.model) || 'unknown',
    access,
    citations: [...cited.values()].slice(0, LIMITS.citations),
  };
}

/** A text that may be missing or null. */
export const MaybeText = z.string().nullish();

/** The place as protocols take it. */
export const locationOf = ({ country, region, city }: PromptPlace) => ({
  country,
  ...(region && { region }),
  ...(city && { city }),
});

/** A sentence beside the question for what the protocol has no field of; undefined where there is nothing to say. */
export function besideQuestion({ language, place }: Pick<Question, 'language' | 'place'>): string | undefined {
  const where = place && [place.city, place.region, place.country].filter(Boolean).join(', ');
  const sentences = [where && `The person who asks is in ${where}.`, language && `Answer in the language ${language}.`];
  return sentences.filter(Boolean).join(' ') || undefined;
}
