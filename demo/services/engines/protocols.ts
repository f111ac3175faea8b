// The protocols of four AI assistants, as far as the portal speaks them: where a question stands in a call, and an
// answer in its response.

/** What an assistant says. */
export interface Said {
  text: string;
  /** The pages that it cites. */
  sources: { url: string; title: string }[];
  model: string;
}

interface Protocol {
  /** The end of the path of a call. */
  path: RegExp;
  questionIn: (body: never) => string;
  answer: (said: Said) => object;
}

export const PROTOCOLS = {
  openai: {
    path: /\/responses$/,
    questionIn: ({ input }: { input: string }) => input,
    answer: ({ text, sources, model }) => ({
      id: 'resp_demo',
      object: 'response',
      status: 'completed',
      model,
      error: null,
      output: [
        { type: 'web_search_call', status: 'completed' },
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            { type: 'output_text', text, annotations: sources.map((source) => ({ type: 'url_citation', ...source })) },
          ],
        },
      ],
    }),
  },
  anthropic: {
    path: /\/messages$/,
    questionIn: ({ messages }: { messages: { content: string }[] }) => messages[0]?.content ?? '',
    answer: ({ text, sources, model }) => ({
      id: 'msg_demo',
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      content: [
        {
          type: 'text',
          text,
          citations: sources.map((source) => ({ type: 'web_search_result_location', ...source, cited_text: '' })),
        },
      ],
    }),
  },
  gemini: {
    path: /:generateContent$/,
    questionIn: ({ contents }: { contents: { parts: { text: string }[] }[] }) => contents[0]?.parts[0]?.text ?? '',
    answer: ({ text, sources, model }) => ({
      modelVersion: model,
      candidates: [
        {
          content: { role: 'model', parts: [{ text }] },
          finishReason: 'STOP',
          groundingMetadata: {
            groundingChunks: sources.map(({ url }, at) => ({
              web: {
                uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${at}`,
                title: new URL(url).hostname,
              },
            })),
            groundingSupports: sources.map((_, at) => ({ groundingChunkIndices: [at] })),
          },
        },
      ],
    }),
  },
  perplexity: {
    path: /\/chat\/completions$/,
    questionIn: ({ messages }: { messages: { content: string }[] }) => messages.at(-1)?.content ?? '',
    answer: ({ text, sources, model }) => ({
      id: 'demo',
      model,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: `${text} ${sources.map((_, at) => `[${at + 1}]`).join('')}` },
        },
      ],
      citations: sources.map(({ url }) => url),
      search_results: sources,
    }),
  },
} satisfies Record<string, Protocol>;

export type DemoEngine = keyof typeof PROTOCOLS;
