import type { accounts as en } from '../en/accounts.ts';

export const accounts: typeof en = {
  signIn: {
    title: 'Anmelden',
    ended: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um dort weiterzumachen.',
    action: 'Anmelden',
    code: 'Mit einem Code per E-Mail anmelden',
    forgot: 'Passwort vergessen?',
    fresh: 'Neu hier?',
    register: 'Konto erstellen',
  },
  code: {
    title: 'Mit einem Code anmelden',
    text: 'Wir senden Ihnen sechs Ziffern per E-Mail. Ein Passwort brauchen Sie nicht.',
    send: 'Code senden',
    sent: 'Wenn es ein Konto für {{email}} gibt, ist ein Code dorthin unterwegs. Er gilt zehn Minuten, in diesem Browser.',
    again: 'Noch einen Code senden',
    back: 'Mit dem Passwort anmelden',
  },
  passkey: {
    signIn: 'Mit einem Passkey anmelden',
    failed: 'Ihr Gerät hat keinen Passkey verwendet. Bitte versuchen Sie es noch einmal.',
  },
  sso: {
    action: 'Weiter mit Single Sign-on',
    others: 'Anders anmelden',
    use: 'Single Sign-on verwenden',
    reasons: {
      unknown: 'Für diese Adresse gibt es kein Single Sign-on. Bitte melden Sie sich anders an.',
      expired: 'Diese Anmeldung hat zu lange gedauert oder anderswo begonnen. Bitte versuchen Sie es noch einmal.',
      refused: 'Der Anmeldedienst Ihrer Organisation hat Sie nicht eingelassen.',
      provider:
        'Der Anmeldedienst Ihrer Organisation antwortet gerade nicht wie erwartet. Bitte versuchen Sie es später noch einmal.',
      unverified:
        'Der Anmeldedienst Ihrer Organisation hat Ihre Adresse nicht bestätigt. Bitte fragen Sie Ihre Administration.',
      domain: 'Ihre Organisation hat die Domain Ihrer Adresse nicht bestätigt. Bitte fragen Sie Ihre Administration.',
      account:
        'Zu Ihrer Adresse gibt es ein Konto, das hier noch nicht bestätigt ist. Melden Sie sich anders an und bestätigen Sie Ihre Adresse, oder legen Sie ein neues Passwort fest; versuchen Sie es dann noch einmal.',
      other_subject:
        'Das Konto mit Ihrer Adresse gehört beim Anmeldedienst Ihrer Organisation jemand anderem. Bitte fragen Sie Ihre Administration.',
      removed:
        'Sie sind kein Mitglied dieser Organisation mehr. Bitte lassen Sie sich von der Administration einladen.',
      suspended: 'Diese Organisation ist gesperrt. Bitte wenden Sie sich an den Betreiber des Portals.',
      full: 'Ihre Organisation hat keinen freien Platz. Bitte fragen Sie Ihre Administration.',
      locked: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber des Portals.',
      method: 'Eine andere Ihrer Organisationen verlangt ihr eigenes Single Sign-on. Bitte verwenden Sie dieses.',
    },
  },
  register: {
    title: 'Konto erstellen',
    action: 'Konto erstellen',
    known: 'Schon registriert?',
    signIn: 'Stattdessen anmelden',
    invited:
      'Konten gibt es hier auf Einladung. Öffnen Sie den Link in Ihrer Einladung, oder bitten Sie die Administration Ihrer Organisation darum.',
    hint: '8 bis 128 Zeichen. Am besten einige Wörter, die Sie sich merken können.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    action: 'Link senden',
    sent: 'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    action: 'Passwort festlegen',
    done: 'Ihr Passwort wurde geändert, und Sie sind überall abgemeldet. Melden Sie sich mit dem neuen an.',
    another: 'Neuen Link anfordern',
    noToken:
      'Dieser Link ist unvollständig. Öffnen Sie den Link aus der E-Mail erneut, oder fordern Sie einen neuen an.',
  },
  verify: {
    title: 'Adresse bestätigen',
    text: 'Klicken Sie, um zu bestätigen, dass diese E-Mail-Adresse Ihnen gehört.',
    action: 'Bestätigen',
    done: 'Vielen Dank: {{email}} ist bestätigt.',
    signedOut: 'Geben Sie das Passwort des Kontos ein, um zu bestätigen, dass Konto und Postfach Ihnen gehören.',
    notMe: 'Sie haben sich nicht registriert oder kennen das Passwort nicht? Legen Sie ein neues fest.',
    onward: 'Weiter zum Portal',
    noToken: 'Dieser Link ist unvollständig. Öffnen Sie den Link aus der E-Mail erneut.',
  },
  confirmEmail: {
    title: 'Neue Adresse bestätigen',
    text: 'Klicken Sie, um diese Adresse für Ihr Konto zu verwenden.',
    action: 'Bestätigen',
    done: 'Vielen Dank: Melden Sie sich ab jetzt mit {{email}} an.',
  },
  undoEmail: {
    title: 'Adresse behalten',
    text: 'Ihr Konto behält diese Adresse oder erhält sie zurück, und Sie werden überall sonst abgemeldet.',
    action: 'Diese Adresse behalten',
    done: 'Ihr Konto verwendet {{email}}. Eine E-Mail mit einem Link zu einem neuen Passwort ist unterwegs, denn möglicherweise kennt jemand Ihr jetziges.',
  },
  invitation: {
    title: 'Sie sind eingeladen',
    text: 'Nehmen Sie die Einladung an, um dieser Organisation beizutreten.',
    action: 'Einladung annehmen',
    newcomer: '{{organization}} beitreten',
    newcomerText: 'Ihr Konto wird {{email}} verwenden. Wählen Sie ein Passwort dafür.',
    later: {
      code: 'Diese Organisation lässt die Anmeldung mit Passwort nicht zu. Später melden Sie sich mit einem Code per E-Mail an, und das Passwort, das Sie jetzt wählen, bestätigt nur Änderungen an Ihrem Konto.',
      passkey:
        'Diese Organisation lässt die Anmeldung mit Passwort nicht zu. Bitte legen Sie in den Einstellungen gleich einen Passkey an: Mit ihm melden Sie sich später an.',
    },
    loginRequired: 'Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
    noToken: 'Dieser Link ist unvollständig. Öffnen Sie den Link aus der E-Mail erneut.',
    wrongPerson: 'Sie sind mit einem anderen Konto angemeldet.',
  },
  twoFactor: {
    title: 'Zwei-Faktor-Anmeldung',
    text: 'Geben Sie den sechsstelligen Code aus Ihrer Authentifizierungs-App ein.',
    backupText: 'Geben Sie einen Ihrer gespeicherten Wiederherstellungscodes ein. Jeder gilt einmal.',
    action: 'Bestätigen',
    useBackup: 'Wiederherstellungs\u00ADcode verwenden',
    useApp: 'Authentifizierungs-App verwenden',
    expired: 'Dieser Schritt ist abgelaufen. Melden Sie sich erneut an.',
    left_one: 'Sie haben noch einen Wiederherstellungscode. Erstellen Sie in den Einstellungen neue.',
    left_other: 'Sie haben noch {{count}} Wiederherstellungscodes.',
  },
  signOut: 'Abmelden',
};
