import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';
import type { ContentFormat } from './version.ts';

const BLOCKS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav'],
  ...['blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'details', 'summary'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'address', 'hgroup'],
];
const INLINE = [
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q'],
  ...['s', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
];

const align = { name: 'align', multiple: false, values: ['left', 'center', 'right'] };

// No ids and names (they can shadow what a page's scripts look for), no styles, no classes but those of code.
const ALLOWED: sanitize.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE],
  allowedAttributes: {
    '*': ['dir', 'lang', 'title'],
    a: ['href', 'target', 'rel', 'hreflang'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['datetime'],
    ins: ['datetime'],
    time: ['datetime'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    details: ['open'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope', align],
    td: ['colspan', 'rowspan', align],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  // What stands in these is no text for readers; in some it is not even parsed as markup.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'iframe', 'noembed', 'noframes', 'plaintext'],
  nestingLimit: 100,
  parseStyleAttributes: false,
  transformTags: {
    // A page that is opened beside ours gets no hold of it; nothing else may be named as a target.
    a: (tagName, { target, rel: _, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

const markdown = new MarkdownIt({ html: true });

// Every link becomes one, for the sanitizer alone to judge: two judges would leave gaps, and refused ones in the text.
markdown.validateLink = () => true;

// The alignment of a table's cells is written as a style, and styles are not let through.
for (const rule of ['th_open', 'td_open'])
  markdown.renderer.rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const style = token?.attrGet('style');
    if (token && style) token.attrs = [['align', String(style).replace('text-align:', '')]];
    return self.renderToken(tokens, index, options);
  };

// Browsers stop at 512 elements within one another; a parser takes the square of the depth.
const DEEPEST = 1000;

function depthGuard() {
  let depth = 0;
  return {
    onOpenTag() {
      if (++depth > DEEPEST) throw new RangeError(`More than ${DEEPEST} elements stand within one another.`);
    },
    onCloseTag() {
      depth--;
    },
  };
}

/** Content as HTML that can be put into a page: CommonMark with tables is rendered, and whatever could run is left out. RangeError when it is too deep. */
export const toSafeHtml = (content: string, format: ContentFormat) =>
  sanitize(format === 'markdown' ? markdown.render(content) : content, { ...ALLOWED, ...depthGuard() });
