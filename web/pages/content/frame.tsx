import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const STYLE = `body { font: 16px/1.6 Inter, system-ui, sans-serif; color: #1b2833; margin: 1rem; overflow-wrap: anywhere }
h1, h2, h3 { font-family: "Source Serif 4", Georgia, serif; font-weight: 400; line-height: 1.25 }
a, .link { color: #0d5b5e; text-decoration: underline }
table { border-collapse: collapse } td, th { border: 1px solid #d5dcdf; padding: .3rem .6rem }
pre { overflow: auto; background: #eef3f2; padding: .8rem } blockquote { border-left: 3px solid #d5dcdf; margin: 0; padding-left: 1rem; color: #4a5966 }
.image { border: 1px dashed #8d9ea8; padding: .5rem .8rem; color: #4a5966; display: inline-block }`;

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '';

/**
 * A document of its own for the HTML of a page. Images are not loaded, since they may be anywhere, and links lead
 * nowhere. A parsed document runs nothing and asks for nothing.
 */
function documentOf(html: string, imageText: (alternative: string) => string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const image of parsed.querySelectorAll('img, picture, video, audio, source')) {
    const box = parsed.createElement('span');
    box.className = 'image';
    box.textContent = imageText(image.getAttribute('alt') ?? '');
    image.replaceWith(box);
  }
  for (const link of parsed.querySelectorAll('a[href]')) {
    const text = parsed.createElement('span');
    text.className = 'link';
    text.title = link.getAttribute('href') ?? '';
    text.append(...link.childNodes);
    link.replaceWith(text);
  }
  const style = parsed.createElement('style');
  style.setAttribute('nonce', nonce());
  style.textContent = STYLE;
  parsed.head.append(style);
  // The page says its direction itself where it is on the website.
  if (!parsed.body.dir) parsed.body.dir = 'auto';
  parsed.documentElement.lang = document.documentElement.lang;
  return `<!doctype html>${parsed.documentElement.outerHTML}`;
}

/** The HTML of a page in a sandbox: it runs no script, asks for nothing and cannot reach the portal. */
export function PreviewFrame({ html }: { html: string }) {
  const { t } = useTranslation();
  const contents = useMemo(
    () => documentOf(html, (alternative) => t('contentPage.image', { alternative: alternative || '–' })),
    [html, t],
  );
  // A new frame for each text: another document in the same one would be a step of Back.
  return <iframe key={contents} className="preview" title={t('contentPage.preview')} sandbox="" srcDoc={contents} />;
}
