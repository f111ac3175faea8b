import { z } from 'zod';
import { registrableDomain } from '../../visibility/public.ts';
import { besideQuestion, completeAnswer, type Engine, MaybeText, parseAnswer } from './engine.ts';
import { EngineFailure } from './failure.ts';
import { endpoint, postJson } from './post-json.ts';

const Chunk = z.looseObject({ web: z.looseObject({ uri: MaybeText, title: MaybeText }).nullish() });
const Support = z.looseObject({ groundingChunkIndices: z.array(z.number().int()).nullish() });
const Grounding = z.looseObject({
  groundingChunks: z.array(Chunk).nullish(),
  groundingSupports: z.array(Support).nullish(),
});
const Part = z.looseObject({ text: MaybeText, thought: z.boolean().nullish() });
const Candidate = z.looseObject({
  content: z.looseObject({ parts: z.array(Part).nullish() }).nullish(),
  groundingMetadata: Grounding.nullish(),
});
const Answer = z.looseObject({
  candidates: z.array(Candidate).nullish(),
  modelVersion: MaybeText,
  error: z.unknown().optional(),
});

const REDIRECTS = 'vertexaisearch.cloud.google.com';

/** A source of an answer. Addresses that only redirect count as the domain in their title, and are never followed. */
function citationOf({ uri, title }: { uri?: string | null | undefined; title?: string | null | undefined }) {
  if (!uri || !URL.canParse(uri)) return [];
  if (new URL(uri).hostname !== REDIRECTS) return [{ url: uri, title }];
  const domain = title?.includes('.') ? registrableDomain(title) : null;
  return domain ? [{ url: `https://${domain}/`, title }] : [];
}

/** Gemini with grounding by Google’s search. */
export const gemini: Engine = {
  async ask({ text, ...around }, { access: { key, model, url }, ...how }) {
    const beside = besideQuestion(around);
    const body = {
      contents: [{ role: 'user', parts: [{ text }] }],
      tools: [{ google_search: {} }],
      ...(beside && { systemInstruction: { parts: [{ text: beside }] } }),
    };
    const at = endpoint(url, 'v1beta', `models/${encodeURIComponent(model)}:generateContent`);
    const answer = parseAnswer(Answer, await postJson(at, { 'x-goog-api-key': key ?? '' }, body, how));
    if (answer.error) throw new EngineFailure('unusable', 'The engine reports an error.');
    const [candidate] = answer.candidates ?? [];
    const { groundingChunks, groundingSupports } = candidate?.groundingMetadata ?? {};
    // What supports no part of the answer was only found.
    const cited = new Set((groundingSupports ?? []).flatMap((support) => support.groundingChunkIndices ?? []));
    return completeAnswer({
      text: (candidate?.content?.parts ?? []).map((part) => (part.thought ? '' : (part.text ?? ''))).join(''),
      model: answer.modelVersion ?? model,
      access: 'generateContent, grounding',
      citations: (groundingChunks ?? []).flatMap((chunk, at) =>
        cited.has(at) && chunk.web ? citationOf(chunk.web) : [],
      ),
    });
  },
};
