import { z } from 'zod';
import { besideQuestion, completeAnswer, type Engine, locationOf, MaybeText, parseAnswer } from './engine.ts';
import { EngineFailure } from './failure.ts';
import { postJson } from './post-json.ts';

const Answer = z.looseObject({
  model: MaybeText,
  error: z.unknown().optional(),
  choices: z.array(z.looseObject({ message: z.looseObject({ content: MaybeText }) })),
  citations: z.array(z.string()).nullish(),
  search_results: z.array(z.looseObject({ url: MaybeText, title: MaybeText })).nullish(),
});

/** The numbers of the sources that a text cites: `[1]`, `[2][3]`. */
const numbersIn = (text: string) => new Set([...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number)));

/** Perplexity’s chat completions, which search the web. */
export const perplexity: Engine = {
  async ask({ text, language, place }, { access: { key, model, url }, ...how }) {
    const beside = besideQuestion({ language, place: null });
    const body = {
      model,
      messages: [...(beside ? [{ role: 'system', content: beside }] : []), { role: 'user', content: text }],
      ...(place && { web_search_options: { user_location: locationOf(place) } }),
    };
    const headers = { authorization: `Bearer ${key}` };
    const answer = parseAnswer(Answer, await postJson(`${url}/chat/completions`, headers, body, how));
    if (answer.error) throw new EngineFailure('unusable', 'The engine reports an error.');
    const content = answer.choices[0]?.message.content ?? '';
    const results = answer.search_results ?? [];
    const urls = answer.citations ?? results.map((result) => result.url ?? '');
    const cited = numbersIn(content);
    return completeAnswer({
      text: content,
      model: answer.model ?? model,
      access: 'chat completions, web search',
      citations: urls.flatMap((source, at) =>
        cited.has(at + 1) ? [{ url: source, title: results.find((result) => result.url === source)?.title }] : [],
      ),
    });
  },
};
