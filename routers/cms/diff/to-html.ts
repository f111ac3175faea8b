import { escapeHtml } from '../../../server/html-text.ts';
import { compareTexts, type Passage } from './compare.ts';

const marked = (mark: 'del' | 'ins', text: string) => (text ? `<${mark}>${escapeHtml(text)}</${mark}>` : '');

const toHtml = (part: Passage) =>
  'same' in part ? escapeHtml(part.same) : marked('del', part.removed) + marked('ins', part.added);

export interface Comparison {
  /** Texts before and after. */
  texts: [before: string, after: string][];
  /** The time for each. */
  milliseconds: number;
}

/**
 * The differences of texts as HTML: escaped text with `del` and `ins`. Can take long, so differ.ts runs it on a thread.
 */
export const differencesToHtml = ({ texts, milliseconds }: Comparison) =>
  texts.map(([before, after]) => compareTexts(before, after, milliseconds).map(toHtml).join(''));
