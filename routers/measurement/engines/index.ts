import { anthropic } from './anthropic.ts';
import type { Engine } from './engine.ts';
import { gemini } from './gemini.ts';
import type { EngineName } from './names.ts';
import { openai } from './openai.ts';
import { perplexity } from './perplexity.ts';

/** How each engine is asked. */
export const engines: Record<EngineName, Engine> = { openai, anthropic, gemini, perplexity };
