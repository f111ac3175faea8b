import { mailTemplates, type Site } from '../../server/mail/template.ts';

// Mails to the owner of an account about actions of the operator.

const questions = ({ host }: Site) =>
  `If you did not expect this, please contact the operator of the portal at ${host}.`;

const en = {
  accountLocked: () => (site: Site) => ({
    subject: 'Your account was locked',
    body: [
      `The operator of the portal locked your account at ${site.host}. Your sessions were signed out, and you cannot sign in until it is unlocked.`,
      questions(site),
    ],
  }),

  accountUnlocked: () => (site: Site) => ({
    subject: 'Your account was unlocked',
    body: [
      `The operator of the portal unlocked your account at ${site.host}. You can sign in again.`,
      { label: 'Go to the portal', url: site.url },
      questions(site),
    ],
  }),

  secondFactorReset: () => (site: Site) => ({
    subject: 'Two-factor sign-in was turned off',
    body: [
      `The operator of the portal removed the authenticator app and the backup codes of your account at ${site.host}. From now on, signing in requires only your password; please set up two-factor sign-in again.`,
      questions(site),
    ],
  }),

  sessionsEnded: () => (site: Site) => ({
    subject: 'You were signed out',
    body: [`The operator of the portal signed out all sessions of your account at ${site.host}.`, questions(site)],
  }),
};

const contact = ({ host }: Site) =>
  `Falls Sie das nicht erwartet haben, wenden Sie sich bitte an den Betreiber des Portals auf ${host}.`;

const de: typeof en = {
  accountLocked: () => (site) => ({
    subject: 'Ihr Konto wurde gesperrt',
    body: [
      `Der Betreiber des Portals hat Ihr Konto auf ${site.host} gesperrt. Ihre Sitzungen wurden beendet, und bis zur Entsperrung können Sie sich nicht anmelden.`,
      contact(site),
    ],
  }),

  accountUnlocked: () => (site) => ({
    subject: 'Ihr Konto wurde entsperrt',
    body: [
      `Der Betreiber des Portals hat Ihr Konto auf ${site.host} entsperrt. Sie können sich wieder anmelden.`,
      { label: 'Zum Portal', url: site.url },
      contact(site),
    ],
  }),

  secondFactorReset: () => (site) => ({
    subject: 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet',
    body: [
      `Der Betreiber des Portals hat Authentifizierungs-App und Wiederherstellungscodes Ihres Kontos auf ${site.host} entfernt. Ab jetzt genügt für die Anmeldung Ihr Passwort; bitte richten Sie die Zwei-Faktor-Anmeldung neu ein.`,
      contact(site),
    ],
  }),

  sessionsEnded: () => (site) => ({
    subject: 'Sie wurden abgemeldet',
    body: [`Der Betreiber des Portals hat alle Sitzungen Ihres Kontos auf ${site.host} beendet.`, contact(site)],
  }),
};

const template = mailTemplates({ en, de });

export const accountLockedMail = template('accountLocked');
export const accountUnlockedMail = template('accountUnlocked');
export const secondFactorResetMail = template('secondFactorReset');
export const sessionsEndedMail = template('sessionsEnded');
