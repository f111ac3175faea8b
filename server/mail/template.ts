import type { Language } from '../languages.ts';

/** A link shown as a button. */
export interface Action {
  label: string;
  url: string;
}

/** A heading above what follows. */
interface Heading {
  heading: string;
}

/** A list, one line each. */
interface Items {
  items: string[];
}

/** A part of a mail: a paragraph, or one of these. */
export type MailPart = string | Action | Heading | Items;

/** The content of a mail as plain text; layout.ts renders the text and HTML parts. */
export interface MailContent {
  subject: string;
  body: MailPart[];
}

/** The address of the pages that people open, for mails. */
export interface Site {
  url: string;
  host: string;
  /** A link with a token to a page of the portal. */
  link: (label: string, page: string, token: string) => Action;
  /** A link to a page of the portal with these parameters. */
  linkTo: (label: string, page: string, parameters: Record<string, string>) => Action;
}

/** A mail before it is written for a recipient. `kind` appears in metrics and file names. */
export interface MailTemplate {
  kind: string;
  /** The id of the client that it names: queued mails and files are erased with the client. */
  about?: string;
  /** The user in whose language and brand it is written, where no account has the address (any more). */
  writtenFor?: string;
  write: (site: Site, language: Language) => MailContent;
  /** For mails that come unasked: where one click or a POST (RFC 8058) turns off mails of this kind. */
  unsubscribeUrl?: string;
}

type Write = (site: Site) => MailContent;

/**
 * Mail templates with a text in every language: `mailTemplates({ en, de })('passwordReset')` takes the arguments of the
 * text and returns the template.
 */
export const mailTemplates =
  <Texts extends Record<string, (...facts: never[]) => Write>>(texts: Record<Language, Texts>) =>
  <Kind extends keyof Texts & string>(kind: Kind) =>
  (...facts: Parameters<Texts[Kind]>): MailTemplate => ({
    kind,
    write: (site, language) => (texts[language][kind] as (...given: Parameters<Texts[Kind]>) => Write)(...facts)(site),
  });

/** The site for links: always `appUrl`, never a host from a request. */
export function siteAt(appUrl: string): Site {
  const linkTo: Site['linkTo'] = (label, page, parameters) => ({
    label,
    url: `${appUrl}/${page}?${new URLSearchParams(parameters)}`,
  });
  return {
    url: appUrl,
    host: new URL(appUrl).host,
    linkTo,
    link: (label, page, token) => linkTo(label, page, { token }),
  };
}

/** Text that somebody typed, on one line: it must not imitate more of the mail than it is. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
