import type { signingIn as en } from '../en/signing-in.ts';

export const signingIn: typeof en = {
  signInPage: {
    lead: 'Wie sich die Mitglieder Ihrer Organisation anmelden dürfen.',
    ways: 'Erlaubte Verfahren',
    text: 'Eine Änderung gilt ab der nächsten Anmeldung. Für Personen in mehreren Organisationen gilt die strengste Regel.',
    names: { password: 'Passwort', emailCode: 'Code per E-Mail', passkey: 'Passkey' },
    administrators:
      'Die Administration kann mit Zwei-Faktor-Anmeldung immer das Passwort verwenden. Bevor Sie das Passwort abschalten, vergewissern Sie sich, dass Sie sich auch ohne anmelden können.',
  },
  ssoPart: {
    title: 'Single Sign-on',
    text: 'Ihre Mitglieder melden sich mit Ihrem Anmeldedienst an, über OpenID Connect: Google, Microsoft Entra ID, Okta und andere.',
    redirect: 'Weiterleitungs-URI, beim Anmeldedienst einzutragen',
    issuer: 'Aussteller (Issuer)',
    issuerText: 'Zum Beispiel https://accounts.google.com',
    clientId: 'Client-ID',
    secret: 'Client-Secret',
    secretKept: 'Es ist gespeichert und wird nicht gezeigt. Bleibt das Feld leer, gilt es weiter.',
    domains: 'E-Mail-Domains',
    domainsText: 'Mehrere trennen Sie durch Kommas.',
    role: 'Rolle neuer Mitglieder',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    problems: {
      not_checked: 'Tragen Sie diesen TXT-Eintrag im DNS der Domain ein, und prüfen Sie ihn dann.',
      missing: 'Der TXT-Eintrag wurde nicht gefunden. Ein neuer ist manchmal erst nach Stunden zu sehen.',
      no_answer: 'Das DNS hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
      taken: 'Eine andere Organisation hat diese Domain zuerst bestätigt.',
    },
    txtName: 'Name des TXT-Eintrags von {{domain}}',
    txtValue: 'Text des TXT-Eintrags von {{domain}}',
    verify: 'Jetzt prüfen',
    tried: 'Jemand aus der Administration hat sich mit diesem Anmeldedienst angemeldet.',
    untried: 'Melden Sie sich selbst einmal mit dem Anmeldedienst an. Danach können Sie ihn verlangen.',
    try: 'Ausprobieren',
    enforce: 'Single Sign-on verlangen',
    enforceText:
      'Niemand kann sich dann mehr anders anmelden. Nur die Administration behält mit Zwei-Faktor-Anmeldung das Passwort, falls der Anmeldedienst ausfällt.',
    remove: 'Single Sign-on entfernen',
    removeTitle: 'Single Sign-on entfernen?',
    removeText: 'Ihre Mitglieder melden sich dann anders an. Domains müssten Sie später neu bestätigen.',
  },
};
