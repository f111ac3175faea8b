import { z } from 'zod';
import { besideQuestion, completeAnswer, type Engine, locationOf, MaybeText, parseAnswer } from './engine.ts';
import { EngineFailure } from './failure.ts';
import { endpoint, postJson } from './post-json.ts';

const Annotation = z.looseObject({ type: MaybeText, url: MaybeText, title: MaybeText });
const Content = z.looseObject({ type: MaybeText, text: MaybeText, annotations: z.array(Annotation).nullish() });
const Answer = z.looseObject({
  model: MaybeText,
  error: z.unknown().optional(),
  output: z.array(z.looseObject({ type: MaybeText, content: z.array(Content).nullish() })),
});

/** OpenAI’s Responses with web search; nothing is stored there. */
export const openai: Engine = {
  async ask({ text, language, place }, { access: { key, model, url }, ...how }) {
    const beside = besideQuestion({ language, place: null });
    const body = {
      model,
      input: text,
      store: false,
      tools: [{ type: 'web_search', ...(place && { user_location: { type: 'approximate', ...locationOf(place) } }) }],
      ...(beside && { instructions: beside }),
    };
    const headers = { authorization: `Bearer ${key}` };
    const answer = parseAnswer(Answer, await postJson(endpoint(url, 'v1', 'responses'), headers, body, how));
    if (answer.error) throw new EngineFailure('unusable', 'The engine reports an error.');
    const parts = answer.output
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => content ?? [])
      .filter(({ type }) => type === 'output_text');
    return completeAnswer({
      text: parts.map((part) => part.text ?? '').join('\n\n'),
      model: answer.model ?? model,
      access: 'responses, web search',
      citations: parts
        .flatMap(({ annotations }) => annotations ?? [])
        .flatMap((note) => (note.type === 'url_citation' && note.url ? [{ url: note.url, title: note.title }] : [])),
    });
  },
};
