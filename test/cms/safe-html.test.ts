import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePage } from '../helpers/content.ts';
import { IN_HTML, IN_MARKDOWN } from '../helpers/cross-site-scripting.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const TAGS = new Set(
  `a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre q s samp section
  small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `align alt cite class colspan datetime dir height href hreflang id lang loading open rel reversed rowspan scope span src
  start target title type value width`.split(/\s+/),
);
const ADDRESSES = new Set(['href', 'src', 'cite']);

// Invalid addresses lead nowhere.
const scheme = (address: string) =>
  URL.canParse(address, 'https://site.example') ? new URL(address, 'https://site.example').protocol : 'https:';

/** Everything in the HTML that no page of text should hold, as the parser of the standard sees it. */
function alive(html: string, scriptingEnabled: boolean): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('tagName' in node) {
      const { tagName, namespaceURI, attrs } = node;
      if (!TAGS.has(tagName) || !namespaceURI.endsWith('/xhtml')) found.push(`<${tagName}>`);
      for (const { name, value } of attrs) {
        if (!ATTRIBUTES.has(name)) found.push(name);
        if (ADDRESSES.has(name) && !/^(https?|mailto|tel):$/.test(scheme(value))) found.push(`${name}=${value}`);
        if (name === 'target' && !attrs.some((other) => other.name === 'rel' && other.value.includes('noopener')))
          found.push('target without noopener');
        if (name === 'id' && !value.startsWith('user-content-')) found.push(`id=${value}`);
        if (name === 'class' && !/^language-/.test(value)) found.push(`class=${value}`);
      }
    }
    if (node.nodeName === '#comment') found.push('a comment');
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  parseFragment(html, { scriptingEnabled }).childNodes.forEach(visit);
  return found;
}

let person: Person;
beforeAll(async () => {
  person = await portal.register();
});

describe.each(['html', 'markdown'])(
  'as %s, none is alive in contentHtml, and content is as it was sent:',
  (contentFormat) => {
    it.each([...IN_HTML, ...IN_MARKDOWN])('%j', async (content) => {
      const page = await makePage(person, { content, contentFormat });

      const { contentHtml } = page;
      const readBack = serialize(parseFragment(contentHtml));
      expect(page.content).toBe(content);
      for (const html of [contentHtml, readBack])
        for (const scripting of [true, false]) expect(alive(html, scripting)).toEqual([]);
    });
  },
);

describe('Titles', () => {
  it('are returned as plain text, unchanged', async () => {
    const title = '<script>alert(1)</script> & "quotes"';

    const page = await makePage(person, { title });

    expect(page.title).toBe(title);
  });
});

describe('Harmless content', () => {
  it('keeps headings, lists, tables, images, links and code', async () => {
    const html = [
      '<h2 lang="en">Prices</h2>',
      '<p>A <a href="/a?b=1&amp;c=2#d" title="t">link</a>, <a href="mailto:a@example.com">mail</a>, <em>and</em><br /></p>',
      '<ul><li>one</li></ul><ol start="3" reversed><li value="2">two</li></ol>',
      '<table><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
      '<figure><img src="https://example.com/x.png" alt="" width="5" /><figcaption>x</figcaption></figure>',
      '<pre><code class="language-js">let a = 1 &lt; 2;</code></pre>',
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">x</a>',
    ].join('');

    const page = await makePage(person, { content: html, contentFormat: 'html' });

    expect(page.contentHtml).toBe(html);
  });

  it('is rendered from CommonMark with tables', async () => {
    const content = '| a | b |\n|:-:|--:|\n| ~~1~~ | [2](/two) |\n\n1. *one*\n   - `two`\n\n```js\nx < y\n```\n';

    const { contentHtml } = await makePage(person, { content, contentFormat: 'markdown' });

    for (const part of [
      '<th align="center">a</th>',
      '<td align="right"><a href="/two">2</a></td>',
      '<s>1</s>',
      '<em>one</em>',
      '<code class="language-js">x &lt; y\n</code>',
    ])
      expect(contentHtml).toContain(part);
  });

  it('keeps the text of deeply nested elements', async () => {
    const content = `${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}`;

    const { contentHtml } = await makePage(person, { content, contentFormat: 'html' });

    expect(contentHtml).toBe(`${'<div>'.repeat(100)}deep${'</div>'.repeat(100)}`);
  });

  it('has links that lead to its headings and to places with an id', async () => {
    const content = [
      '[Prices](#was-es-kostet) [Again](#was-es-kostet-1) [Übers](#über-uns) [Note](#note) [Top](#top) [Else](/x#y)',
      '## Was *es* kostet?',
      '## Was es `kostet`',
      '## Über uns',
      '<a name="note"></a><p id="location">Here</p><p id="a b">There</p>',
    ].join('\n\n');

    const { contentHtml } = await makePage(person, { content, contentFormat: 'markdown' });

    const [ids, links] = [' id', 'href'].map((name) =>
      [...contentHtml.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
        decodeURIComponent(value),
      ),
    );
    const own = ['was-es-kostet', 'was-es-kostet-1', 'über-uns', 'note', 'location'].map((id) => `user-content-${id}`);
    expect(ids).toEqual(own);
    expect(links).toEqual([...own.slice(0, 4).map((id) => `#${id}`), '#top', '/x#y']);
  });
});
