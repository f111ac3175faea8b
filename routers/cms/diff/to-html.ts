import { compareTexts, type Passage } from './compare.ts';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
const marked = (mark: 'del' | 'ins', text: string) => (text ? `<${mark}>${escaped(text)}</${mark}>` : '');

const toHtml = (part: Passage) =>
  'same' in part ? escaped(part.same) : marked('del', part.removed) + marked('ins', part.added);

export interface Comparison {
  /** Texts before and after. */
  texts: [before: string, after: string][];
  /** The time for each. */
  milliseconds: number;
}

/** The differences of texts as HTML: escaped text with `del` and `ins`. Can take long, so differ.ts runs it on a thread. */
export const differencesToHtml = ({ texts, milliseconds }: Comparison) =>
  texts.map(([before, after]) => compareTexts(before, after, milliseconds).map(toHtml).join(''));
