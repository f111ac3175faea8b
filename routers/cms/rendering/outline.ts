import { Parser } from 'htmlparser2';

export interface Block {
  kind: 'heading' | 'prose' | 'other';
  /** 1–6 for a heading. */
  level: number;
  text: string;
}

/** What stands in a page, in its order. */
export interface Outline {
  blocks: Block[];
  /** The texts of the links. */
  links: string[];
  /** The alternative texts of the images; undefined where there is none. */
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

function kindOf(name: string, around: Kind = PROSE): Kind {
  if (/^h[1-6]$/.test(name)) return { kind: 'heading', level: Number(name[1]) };
  return OTHER.has(name) ? { kind: 'other', level: 0 } : around;
}

const tidy = (pieces: string[]) => pieces.join('').replace(/\s+/g, ' ').trim();

/** Reads safe HTML once from start to end, without building a tree of it. */
export function outlineOf(html: string): Outline {
  const outline: Outline = { blocks: [], links: [], images: [] };
  const kinds: Kind[] = [];
  let text: string[] = [];
  let link: string[] | undefined;

  const endBlock = () => {
    const said = tidy(text);
    text = [];
    if (said) outline.blocks.push({ ...(kinds.at(-1) ?? PROSE), text: said });
  };
  const say = (said: string) => {
    text.push(said);
    link?.push(said);
  };

  new Parser({
    onopentag(name, { href, alt }) {
      if (name === 'br') say(' ');
      if (name === 'a' && href !== undefined) link = [];
      if (name === 'img') {
        outline.images.push(alt);
        link?.push(alt ?? '');
      }
      if (INLINE.has(name)) return;
      endBlock();
      kinds.push(kindOf(name, kinds.at(-1)));
    },
    ontext: say,
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
