import { type MailTemplate, mailTemplates, oneLine, type Site } from '../../server/mail/template.ts';

interface Archive {
  clientId: string;
  organization: string;
  /** Where it can be downloaded. */
  page: string;
}

const en = {
  exportReady:
    ({ organization, page }: Archive) =>
    ({ url }: Site) => ({
      subject: 'Your export is ready',
      body: [
        `The export of ${oneLine(organization)} that you requested is ready. You can download it for 24 hours.`,
        { label: 'Go to the portal', url: `${url}${page}` },
      ],
    }),
};

const de: typeof en = {
  exportReady:
    ({ organization, page }) =>
    ({ url }) => ({
      subject: 'Ihr Export ist fertig',
      body: [
        `Der von Ihnen angeforderte Export von ${oneLine(organization)} ist fertig. Er kann 24 Stunden lang heruntergeladen werden.`,
        { label: 'Zum Portal', url: `${url}${page}` },
      ],
    }),
};

const template = mailTemplates({ en, de });

/** Leads to the portal, where a session is needed: a mail is no place for a link to everything. */
export const exportReadyMail = (archive: Archive): MailTemplate => ({
  ...template('exportReady')(archive),
  about: archive.clientId,
});
