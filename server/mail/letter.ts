/** Something to click. */
export interface Action {
  label: string;
  url: string;
}

/** What a mail says, as plain text: layout.ts makes both of its parts of it. */
export interface MailContent {
  subject: string;
  body: (string | Action)[];
}

/** The portal as a mail names it. */
export interface Site {
  url: string;
  host: string;
  /** An action that carries a token to one of the portal's pages. */
  link: (label: string, page: string, token: string) => Action;
}

/** A mail before it is addressed. `kind` names it in metrics and in the names of files. */
export interface Letter {
  kind: string;
  write: (site: Site) => MailContent;
}

/** The site that links lead to: `publicUrl`, and nothing that a request brought along. */
export const siteAt = (publicUrl: string): Site => ({
  url: publicUrl,
  host: new URL(publicUrl).host,
  link: (label, page, token) => ({ label, url: `${publicUrl}/${page}?token=${encodeURIComponent(token)}` }),
});
