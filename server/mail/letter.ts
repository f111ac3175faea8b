/** A link shown as a button. */
export interface Action {
  label: string;
  url: string;
}

/** The content of a mail as plain text; layout.ts renders the text and HTML parts. */
export interface MailContent {
  subject: string;
  body: (string | Action)[];
}

/** The address of the pages that people open, for mails. */
export interface Site {
  url: string;
  host: string;
  /** A link with a token to a page of the portal. */
  link: (label: string, page: string, token: string) => Action;
}

/** A mail without its recipient. `kind` appears in metrics and file names. */
export interface Letter {
  kind: string;
  write: (site: Site) => MailContent;
}

/** The site for links: always `appUrl`, never a host from a request. */
export const siteAt = (appUrl: string): Site => ({
  url: appUrl,
  host: new URL(appUrl).host,
  link: (label, page, token) => ({ label, url: `${appUrl}/${page}?token=${encodeURIComponent(token)}` }),
});

/** Text that somebody typed, on one line: it must not imitate more of the mail than it is. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
