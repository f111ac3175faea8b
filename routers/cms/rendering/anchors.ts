import type MarkdownIt from 'markdown-it';

/** Before each id of a page, so that none takes the place of one of the document that shows it (DOM clobbering). */
const PREFIX = 'user-content-';

const ID = /^[\p{L}\p{M}\p{N}_.:-]{1,200}$/u;

/** A link to a place of the same page; browsers know the place `#top` of every page. */
const LOCAL = /^#(?!top$)./i;

/** The attributes of an element, in their order, whose ids, and links to them, are those of the page alone. */
export function withOwnIds(tagName: string, attribs: Record<string, string>) {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(attribs)) {
    // Older pages name the places that links lead to: <a name="prices">.
    const isId = name === 'id' || (name === 'name' && tagName === 'a' && !('id' in attribs));
    if (!isId) own[name] = name === 'href' && LOCAL.test(value) ? `#${PREFIX}${value.slice(1)}` : value;
    else if (ID.test(value)) own.id = PREFIX + value;
  }
  return own;
}

/** A heading as the end of an address, as GitHub writes it: "What it costs" is `what-it-costs`. */
const wordsOfHeading = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 190);

/** Headings of a page that get an id: a page of nothing but headings would grow tenfold. */
const MOST_NAMED = 1000;

/** Gives headings in Markdown an id of their words; the second of the same words ends in `-1`. */
export function nameHeadings(markdown: InstanceType<typeof MarkdownIt>) {
  markdown.core.ruler.push('ids of headings', ({ tokens }) => {
    const times = new Map<string, number>();
    let named = 0;
    for (const [index, token] of tokens.entries()) {
      if (named >= MOST_NAMED) return;
      if (token.type !== 'heading_open') continue;
      const parts = tokens[index + 1]?.children ?? [];
      const words = wordsOfHeading(
        parts.map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join(''),
      );
      if (!words) continue;
      const before = times.get(words) ?? 0;
      times.set(words, before + 1);
      named++;
      token.attrSet('id', before ? `${words}-${before}` : words);
    }
  });
}
