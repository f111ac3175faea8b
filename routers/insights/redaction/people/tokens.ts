import { brandsIn } from './brands.ts';

/** A word of a text, without a possessive ’s. */
export type WrittenWord = {
  text: string;
  lower: string;
  at: number;
  end: number;
  /** What stands between the word before and this one. */
  gap: string;
  capital: boolean;
  /** The first word of a sentence, where a capital says nothing. */
  first: boolean;
};

const WORD =
  /\[[a-z]+\]|\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}+)*(?:[-‐–](?=\p{L})\p{L}[\p{L}\p{M}]*)*(?:['’]s(?!\p{L}))?/gu;
/** A part of an address of the web, of a handle or of a name in a program. */
const JOINED_BEFORE = /[\p{N}_@#/.=&?+~%\\-]$/u;
const JOINED_AFTER = /^(?:[\p{N}_@#=/\\%]|\.\p{L})/u;

/** The words of a text that may be names. */
export function writtenWords(text: string): WrittenWord[] {
  const tokens: WrittenWord[] = [];
  const brands = brandsIn(text);
  let last = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const name = word.replace(/['’]s$/u, '');
    const end = index + name.length;
    const joined = JOINED_BEFORE.test(text.slice(Math.max(0, index - 1), index));
    if (brands.some(({ from, to }) => index >= from && index < to)) continue;
    if (word.startsWith('[') || (joined && !/(?:^|\s)@$|\.\s?$/.test(text.slice(Math.max(0, index - 2), index))))
      continue;
    if (JOINED_AFTER.test(text.slice(end, end + 2)) && !/^\.\p{Lu}/u.test(text.slice(end, end + 2))) continue;
    const gap = text.slice(last, index);
    tokens.push({
      text: name,
      lower: name.toLowerCase().normalize('NFC'),
      at: index,
      end,
      gap,
      capital: /^\p{Lu}/u.test(name),
      first: tokens.length === 0 || /[.!?:;\n•|]/.test(gap),
    });
    last = end;
  }
  return tokens;
}

const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|wir|ich|von|für|ihre?[nrm]?|seine?[nrm]?|es|einer?|mit|auf|hat|bitte|wie|was|warum|wer|welche[rs]?|unsere?[nrsm]?|meine?[nrsm]?|ein|eine[nrm]?|den|dem|des|im|am|zu|sie|er|uns|kann|könnt|laut|bei|wo|wann|sag|frag|hier|habe|haben|hatte|wurde|wird|werden|sind|waren|vom|zum|zur|an|keine?|nur|auch|noch|schon|dass|ob|will|möchte|meint|sagt|fragt|gibt|aus|nach|grüße|gruß|liebe|lg|mfg|hallo|herrn?|frau|neue[rs]?|oder)(?!\p{L})/giu;
const ENGLISH =
  /(?<!\p{L})(?:the|is|and|we|to|of|my|our|how|why|what|can|did|does|who|for|from|with|on|this|that|i|it|at|you|his|her|he|she|has|have|please|pls|was|are|by|or|do|a|an|your|me|us|be|thanks|regards|hi|hello)(?!\p{L})/giu;

/** Whether a text is rather German, where every noun has a capital. */
export const isGerman = (text: string) => (text.match(GERMAN)?.length ?? 0) > (text.match(ENGLISH)?.length ?? 0);
