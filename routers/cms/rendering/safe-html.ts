import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';
import { nameHeadings, withOwnIds } from './anchors.ts';
import { boundTables } from './tables.ts';
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

// Ids only with a prefix, no names (DOM clobbering), no styles, no classes except on code.
const ALLOWED: sanitize.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE],
  allowedAttributes: {
    '*': ['dir', 'id', 'lang', 'title'],
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
  // Their content is not text for readers, and in some not even parsed as markup.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'iframe', 'noembed', 'noframes', 'plaintext'],
  nestingLimit: 100,
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withOwnIds(tagName, attribs) }),
    // noopener keeps a linked page from controlling this one; other targets are dropped.
    a: (tagName, { target, rel: _, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

const markdown = new MarkdownIt({ html: true });
boundTables(markdown);
nameHeadings(markdown);

// The sanitizer alone checks links: a link that markdown-it refuses would stay in the text as source.
markdown.validateLink = () => true;

// markdown-it aligns table cells by style, which the sanitizer removes.
for (const rule of ['th_open', 'td_open'])
  markdown.renderer.rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const style = token?.attrGet('style');
    if (token && style) token.attrs = [['align', String(style).replace('text-align:', '')]];
    return self.renderToken(tokens, index, options);
  };

// Browsers stop at 512 nested elements; parsing time grows with the square of the depth.
const MAX_DEPTH = 1000;

function depthGuard() {
  let depth = 0;
  return {
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw new RangeError(`More than ${MAX_DEPTH} nested elements.`);
    },
    onCloseTag() {
      depth--;
    },
  };
}

/**
 * Renders content (HTML, or CommonMark with tables) as HTML without active content.
 *
 * @throws RangeError for content nested too deeply
 */
export const toSafeHtml = (content: string, format: ContentFormat) =>
  sanitize(format === 'markdown' ? markdown.render(content) : content, { ...ALLOWED, ...depthGuard() });
