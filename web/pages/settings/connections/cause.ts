import type { TFunction } from 'i18next';
import { figuresIn } from '../../../texts/en/figures-in.ts';

type Problem = keyof typeof figuresIn.connections.causes;

export const isProblem = (name: string): name is Problem => Object.hasOwn(figuresIn.connections.causes, name);

const SENTENCES = Object.entries(figuresIn.connections.causes).map(([problem, text]) => ({
  problem: problem as Problem,
  pattern: new RegExp(`^${text.replaceAll('{{tool}}', '(.+)')}$`),
}));

/** What a refusal says of the tool, which comes as an English sentence, in the language of the pages; else the refusal. */
export function refusalOf(t: TFunction, error: unknown) {
  const sentence = error instanceof Error ? error.message : '';
  for (const { problem, pattern } of SENTENCES) {
    const tool = pattern.exec(sentence)?.[1];
    if (tool) return t(`connections.causes.${problem}`, { tool });
  }
  return error;
}
