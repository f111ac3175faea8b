import type { accounts as en } from '../en/accounts.ts';

export const accounts: typeof en = {
  signIn: {
    title: 'Anmelden',
    action: 'Anmelden',
    forgot: 'Passwort vergessen?',
    fresh: 'Neu hier?',
    register: 'Konto erstellen',
  },
  register: {
    title: 'Konto erstellen',
    action: 'Konto erstellen',
    known: 'Schon registriert?',
    signIn: 'Stattdessen anmelden',
    hint: '8 bis 128 Zeichen. Am besten einige Wörter, die Sie sich merken können.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    action: 'Link senden',
    sent: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link dorthin unterwegs. Er gilt eine Stunde.',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    action: 'Passwort festlegen',
    done: 'Ihr Passwort ist festgelegt, und Sie sind überall abgemeldet. Melden Sie sich mit dem neuen an.',
    another: 'Neuen Link anfordern',
    noToken:
      'In dieser Adresse fehlt der Code. Öffnen Sie den Link aus der E-Mail erneut, oder fordern Sie einen neuen an.',
  },
  verify: {
    title: 'Adresse bestätigen',
    text: 'Ein Klick, und wir wissen, dass dieses Postfach Ihnen gehört.',
    action: 'Bestätigen',
    done: 'Vielen Dank: {{email}} ist bestätigt.',
    signedOut:
      'Geben Sie das Passwort des Kontos ein und bestätigen Sie so, dass außer dem Postfach auch das Konto Ihnen gehört.',
    notMe: 'Sie haben sich nicht registriert oder kennen das Passwort nicht? Legen Sie ein eigenes fest.',
    onward: 'Zum Portal',
    noToken: 'In dieser Adresse fehlt der Code. Öffnen Sie den Link aus der E-Mail erneut.',
  },
  confirmEmail: {
    title: 'Neue Adresse bestätigen',
    text: 'Ein Klick, und Ihr Konto hat diese Adresse.',
    action: 'Bestätigen',
    done: 'Vielen Dank: Melden Sie sich ab jetzt mit {{email}} an.',
  },
  undoEmail: {
    title: 'Adresse behalten',
    text: 'Ihr Konto behält diese Adresse oder erhält sie zurück und wird überall sonst abgemeldet.',
    action: 'Diese Adresse behalten',
    done: 'Ihr Konto hat die Adresse {{email}}. Eine E-Mail mit einem Link zu einem neuen Passwort ist unterwegs, denn das jetzige ist möglicherweise jemandem bekannt.',
  },
  invitation: {
    title: 'Sie sind eingeladen',
    text: 'Nehmen Sie die Einladung an, um in dieser Organisation zu arbeiten.',
    action: 'Einladung annehmen',
    newcomer: '{{organization}} beitreten',
    newcomerText: 'Ihr Konto erhält die Adresse {{email}}. Wählen Sie ein Passwort dafür.',
    loginRequired: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, dann wird die Einladung angenommen.',
    noToken: 'In dieser Adresse fehlt der Code. Öffnen Sie den Link aus der E-Mail erneut.',
    wrongPerson: 'Sie sind mit einem anderen Konto angemeldet.',
  },
  twoFactor: {
    title: 'Zwei-Faktor-Anmeldung',
    text: 'Geben Sie die sechs Ziffern ein, die Ihre Authentifizierungs-App anzeigt.',
    backupText: 'Geben Sie einen der Wiederherstellungscodes ein, die Sie aufbewahrt haben. Jeder gilt einmal.',
    action: 'Bestätigen',
    useBackup: 'Wiederherstellungscode verwenden',
    useApp: 'Authentifizierungs-App verwenden',
    expired: 'Dieser Schritt ist abgelaufen. Melden Sie sich erneut an.',
    left_one: 'Ein Wiederherstellungscode ist übrig. Erstellen Sie in den Einstellungen neue.',
    left_other: '{{count}} Wiederherstellungscodes sind übrig.',
  },
  signOut: 'Abmelden',
};
