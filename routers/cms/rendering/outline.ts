import { Parser } from 'htmlparser2';

export interface Block {
  kind: 'heading' | 'prose' | 'other';
  /** 1–6 for a heading. */
  level: number;
  text: string;
}

/** The blocks, links and images of a page, in order. */
export interface Outline {
  blocks: Block[];
  /** The texts of the links. */
  links: string[];
  /** The alternative texts of the images; undefined for none. */
  images: (string | undefined)[];
}

const INLINE = new Set(
  `a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr`.split(
    ' ',
  ),
);
const OTHER = new Set(['pre', 'th', 'td', 'dt', 'caption', 'figcaption', 'summary']);

type Kind = Pick<Block, 'kind' | 'level'>;

const PROSE: Kind = { kind: 'prose', level: 0 };

function kindOf(name: string, parent: Kind = PROSE): Kind {
  if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) };
  return OTHER.has(name) ? { kind: 'other', level: 0 } : parent;
}

const tidy = (pieces: string[]) => pieces.join('').replace(/\s+/g, ' ').trim();

/** Reads sanitized HTML in one pass, without building a tree. */
export function outlineOf(html: string): Outline {
  const outline: Outline = { blocks: [], links: [], images: [] };
  const kinds: Kind[] = [];
  let text: string[] = [];
  let link: string[] | undefined;

  const endBlock = () => {
    const content = tidy(text);
    text = [];
    if (content) outline.blocks.push({ ...(kinds.at(-1) ?? PROSE), text: content });
  };
  const addText = (added: string) => {
    text.push(added);
    link?.push(added);
  };

  new Parser({
    onopentag(name, { href, alt }) {
      if (name === 'br') addText(' ');
      if (name === 'a' && href !== undefined) link = [];
      if (name === 'img') {
        outline.images.push(alt);
        link?.push(alt ?? '');
      }
      if (INLINE.has(name)) return;
      endBlock();
      kinds.push(kindOf(name, kinds.at(-1)));
    },
    ontext: addText,
    onclosetag(name) {
      if (name === 'a' && link) {
        outline.links.push(tidy(link));
        link = undefined;
      }
      if (INLINE.has(name)) return;
      endBlock();
      kinds.pop();
    },
  }).end(html);
  endBlock();
  return outline;
}
