export const ENGINES = ['openai', 'anthropic', 'gemini', 'perplexity'] as const;

/** What simulated scans ask. */
export const PLAN = { prompts: 40, engines: ENGINES.length, readings: 3 };

/** What clients ask whose scans go through a whole portal: less, so that hundreds of them take minutes. */
export const SMALL_PLAN = { prompts: 25, engines: ENGINES.length, readings: 1 };

/** Rates of questions that differ as Beta(2, 2) does: the middle of three even draws. */
export const rateOfQuestion = (draw: () => number) =>
  [draw(), draw(), draw()].sort((one, other) => one - other)[1] ?? 0;
