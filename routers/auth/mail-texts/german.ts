import { EMAIL_CHANGE, TOKEN_LIFE } from '../../../server/identity/lifetimes.ts';
import { oneLine, type Site } from '../../../server/mail/template.ts';
import type { englishAccountMails } from './english.ts';
import type { Invited } from './facts.ts';

const HOUR = 3_600_000;

/** As the object of „gilt“: „gilt eine Stunde“. */
const duration = (milliseconds: number) => {
  const hours = milliseconds / HOUR;
  if (hours > 48) return `${hours / 24} Tage`;
  return hours === 1 ? 'eine Stunde' : `${hours} Stunden`;
};

const notYou = ({ host }: Site) =>
  `Falls Sie das nicht waren, setzen Sie Ihr Passwort jetzt auf ${host} zurück und verständigen Sie die Administration Ihrer Organisation.`;

const OFFICES = { administrator: 'Die Administration', operator: 'Der Betreiber des Portals' };

const inviter = (by: Invited['by']) => (typeof by === 'string' ? OFFICES[by] : oneLine(by.name));

const CLEARED =
  'Ihre Adresse war vorher nicht bestätigt, sodass jemand anderes sie registriert haben kann. Der zweite Faktor, Passkeys, API-Schlüssel, Webhooks und Einladungen des Kontos wurden entfernt, ebenso seine Mitgliedschaften in Organisationen, die andere verwalten: Gehört eine davon zu Ihnen, bitten Sie deren Administration um eine neue Einladung. Bitte prüfen Sie die Mitglieder Ihrer eigenen Organisation.';

const RECLAIMABLE = `Die Adresse dieses Kontos wurde in Ihre geändert, und die frühere Adresse kann das Konto noch ${duration(EMAIL_CHANGE.undo)} nach der Änderung zurückholen. Falls Sie die Änderung nicht selbst wollten, verwenden Sie dieses Konto bitte nicht.`;

export const germanAccountMails: typeof englishAccountMails = {
  verification:
    (token) =>
    ({ host, link }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: [
        `Diese Adresse wurde im Kundenportal auf ${host} registriert. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
        link('E-Mail-Adresse bestätigen', 'verify-email', token),
        `Der Link gilt ${duration(TOKEN_LIFE.email_verification)}. Falls Sie sich nicht registriert haben, öffnen Sie ihn bitte nicht: Er würde ein Konto bestätigen, das jemand anderes mit Ihrer Adresse angelegt hat.`,
      ],
    }),

  confirmEmail:
    (token) =>
    ({ host, linkTo }) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      body: [
        `Jemand möchte diese Adresse für ein Konto des Kundenportals auf ${host} verwenden. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
        linkTo('E-Mail-Adresse bestätigen', 'verify-email', { token, change: 'confirm' }),
        `Der Link gilt ${duration(EMAIL_CHANGE.confirm)}. Falls Sie das nicht veranlasst haben, öffnen Sie ihn bitte nicht: Er würde Ihre Adresse mit dem Konto einer anderen Person verbinden.`,
      ],
    }),

  addressInUse:
    () =>
    ({ host, url }) => ({
      subject: 'Sie haben bereits ein Konto',
      body: [
        `Jemand wollte diese Adresse für sein Konto auf ${host} verwenden. Zu ihr gehört bereits ein Konto, an dem nichts geändert wurde.`,
        { label: 'Zum Portal', url },
        'Falls Sie das waren, melden Sie sich mit dieser Adresse an, oder löschen Sie zuerst deren Konto. Falls nicht, müssen Sie nichts tun.',
      ],
    }),

  emailChangeRequested: (token) => (site) => ({
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    body: [
      `Jemand, der Ihr Passwort kennt, möchte die E-Mail-Adresse Ihres Kontos auf ${site.host} ändern. Die Änderung gilt, sobald die neue Adresse bestätigt ist.`,
      'Falls Sie das waren, müssen Sie nichts tun. Falls nicht, behalten Sie Ihre Adresse:',
      site.linkTo('Diese Adresse behalten', 'verify-email', { token, change: 'undo' }),
      `Der Link gilt nach der Änderung noch ${duration(EMAIL_CHANGE.undo)}.`,
    ],
  }),

  emailChanged: (token) => (site) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    body: [
      `Ihr Konto auf ${site.host} verwendet jetzt eine andere E-Mail-Adresse. Bitte melden Sie sich mit dieser an.`,
      'Falls Sie das nicht waren, holen Sie sich Ihre Adresse zurück:',
      site.linkTo('Diese Adresse behalten', 'verify-email', { token, change: 'undo' }),
      `Der Link gilt ${duration(EMAIL_CHANGE.undo)}. Bis dahin kann niemand sonst diese Adresse verwenden.`,
    ],
  }),

  emailChangeUndone:
    (token) =>
    ({ host, link }) => ({
      subject: 'Ihre E-Mail-Adresse bleibt wie bisher',
      body: [
        `Die Änderung der Adresse Ihres Kontos auf ${host} wurde rückgängig gemacht, und andere Sitzungen wurden beendet. Falls Sie die Änderung nicht veranlasst hatten, kennt jemand Ihr Passwort. Bitte legen Sie jetzt ein neues fest.`,
        link('Neues Passwort festlegen', 'reset-password', token),
        `Der Link gilt ${duration(TOKEN_LIFE.password_reset)} und nur einmal.`,
      ],
    }),

  addressTakenBack: () => (site) => ({
    subject: 'Ihre E-Mail-Adresse gehört zu keinem Konto mehr',
    body: [
      `Ein Konto auf ${site.host}, das Ihre Adresse verwendet hat, hat auf Wunsch seines Inhabers wieder seine frühere Adresse. Mit Ihrer Adresse können Sie sich dort nicht mehr anmelden. Was darin geschrieben wurde, bleibt dort.`,
      'Falls das Konto Ihnen gehört, sehen Sie im Postfach der früheren Adresse nach: Dort finden Sie einen Link, mit dem Sie ein neues Passwort festlegen.',
    ],
  }),

  sessionsEndedByAdmin:
    (organization) =>
    ({ host, url }) => ({
      subject: 'Sie wurden abgemeldet',
      body: [
        `Die Administration von ${oneLine(organization)} hat Ihre Sitzungen in dieser Organisation auf ${host} beendet.`,
        { label: 'Erneut anmelden', url },
        'Falls Sie den Grund nicht kennen, fragen Sie bitte die Administration Ihrer Organisation.',
      ],
    }),

  accountDeleted:
    () =>
    ({ host }) => ({
      subject: 'Ihr Konto wurde gelöscht',
      body: [
        `Ihr Konto auf ${host} wurde gelöscht, und Sie sind überall abgemeldet. Was Sie für Ihre Organisationen geschrieben haben, bleibt dort, ohne Ihren Namen.`,
        'Falls Sie das nicht waren, verständigen Sie bitte die Administration Ihrer Organisation.',
      ],
    }),

  organizationDeletion:
    ({ organization, eraseAt }) =>
    ({ host }) => ({
      subject: 'Ihre Organisation wird gelöscht',
      body: [
        `Die Administration von ${oneLine(organization)} auf ${host} hat die Löschung der Organisation veranlasst. Auf die Daten kann ab jetzt niemand mehr zugreifen, und sie werden am ${eraseAt.toLocaleDateString('de-DE', { timeZone: 'UTC', dateStyle: 'long' })} gelöscht, ebenso die Konten von Personen, die zu keiner anderen Organisation gehören.`,
        'Falls das ein Irrtum ist, bitten Sie den Betreiber des Portals bis dahin, die Organisation zu behalten.',
      ],
    }),

  emailCode:
    (code) =>
    ({ host }) => ({
      subject: `Ihr Code zum Anmelden ist ${code}`,
      body: [
        `Geben Sie diesen Code auf ${host} ein, in dem Browser, in dem Sie ihn angefordert haben:`,
        { heading: `Ihr Code: ${code}` },
        'Er gilt zehn Minuten und nur einmal. Niemand von uns wird Sie je danach fragen. Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
      ],
    }),

  passwordReset:
    (token) =>
    ({ host, link }) => ({
      subject: 'Setzen Sie Ihr Passwort zurück',
      body: [
        `Wir wurden gebeten, das Passwort Ihres Kontos auf ${host} zurückzusetzen.`,
        link('Passwort zurücksetzen', 'reset-password', token),
        `Der Link gilt ${duration(TOKEN_LIFE.password_reset)} und nur einmal. Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren; Ihr Passwort ändert sich nicht.`,
      ],
    }),

  invitation:
    ({ token, proof, organization, by, role }) =>
    ({ host, linkTo }) => ({
      subject: 'Einladung in das Kundenportal',
      body: [
        `${inviter(by)} lädt Sie zu ${oneLine(organization)} im Kundenportal auf ${host} ein, ${role === 'admin' ? 'für die Administration' : 'als Mitglied'}.`,
        linkTo('Einladung annehmen', 'accept-invitation', { token, proof }),
        `Der Link gilt ${duration(TOKEN_LIFE.invitation)}. Falls Ihnen der Absender nicht bekannt ist, können Sie diese E-Mail ignorieren.`,
      ],
    }),

  passwordChanged:
    ({ cleared = false, reclaimable = false } = {}) =>
    (site) => ({
      subject: 'Ihr Passwort wurde geändert',
      body: [
        `Das Passwort Ihres Kontos auf ${site.host} wurde geändert, und alle anderen Sitzungen wurden beendet.`,
        ...(cleared ? [CLEARED] : []),
        ...(cleared && reclaimable ? [RECLAIMABLE] : []),
        notYou(site),
      ],
    }),

  twoFactorOn: () => (site) => ({
    subject: 'Die Zwei-Faktor-Anmeldung wurde eingeschaltet',
    body: [
      `Ab jetzt brauchen Sie für die Anmeldung bei Ihrem Konto auf ${site.host} einen Code aus Ihrer Authentifizierungs-App oder einen Ihrer Wiederherstellungscodes. Bitte bewahren Sie diese sicher auf. Falls Sie die Einrichtung nicht abgeschlossen haben, wiederholen Sie sie, bevor Sie sich abmelden.`,
      notYou(site),
    ],
  }),

  twoFactorOff: () => (site) => ({
    subject: 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet',
    body: [
      `Ab jetzt brauchen Sie für die Anmeldung bei Ihrem Konto auf ${site.host} nur noch Ihr Passwort.`,
      notYou(site),
    ],
  }),

  newBackupCodes: () => (site) => ({
    subject: 'Ihre Wiederherstellungscodes wurden ersetzt',
    body: [
      `Für Ihr Konto auf ${site.host} wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.`,
      notYou(site),
    ],
  }),

  identityLinked: (organization) => (site) => ({
    subject: 'Ihr Konto wurde mit Single Sign-on verknüpft',
    body: [
      `Ab jetzt können Sie sich bei Ihrem Konto auf ${site.host} mit dem Single Sign-on von ${oneLine(organization)} anmelden, weil es Ihre Adresse bestätigt hat.`,
      notYou(site),
    ],
  }),

  domainMissing: (domain) => (site) => ({
    subject: 'Eine Domain Ihres Single Sign-on geht bald verloren',
    body: [
      `Der TXT-Eintrag, der ${domain} bestätigt, wurde im DNS nicht gefunden. Fehlt er drei Tage lang, kann sich mit Adressen dieser Domain niemand mehr über Single Sign-on bei ${site.host} anmelden. Den Eintrag finden Sie in den Einstellungen zur Anmeldung.`,
    ],
  }),

  passkeyAdded: (name) => (site) => ({
    subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    body: [
      `Ab jetzt können Sie sich bei Ihrem Konto auf ${site.host} mit dem Passkey ${oneLine(name)} anmelden, ohne Passwort und ohne Code. In den Einstellungen zur Sicherheit können Sie ihn entfernen.`,
      `${notYou(site)} Dabei werden alle Passkeys entfernt.`,
    ],
  }),

  passkeyRemoved: (name) => (site) => ({
    subject: 'Ein Passkey Ihres Kontos wurde entfernt',
    body: [
      `Mit dem Passkey ${oneLine(name)} können Sie sich bei Ihrem Konto auf ${site.host} nicht mehr anmelden.`,
      notYou(site),
    ],
  }),

  alreadyRegistered:
    () =>
    ({ host, url }) => ({
      subject: 'Sie haben bereits ein Konto',
      body: [
        `Jemand wollte diese Adresse im Kundenportal auf ${host} registrieren. Zu ihr gehört bereits ein Konto, an dem nichts geändert wurde.`,
        { label: 'Zum Portal', url },
        'Sie können sich dort anmelden oder Ihr Passwort zurücksetzen, falls Sie es vergessen haben. Falls Sie das nicht waren, müssen Sie nichts tun.',
      ],
    }),
};
