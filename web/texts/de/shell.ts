import type { shell as en } from '../en/shell.ts';

export const shell: typeof en = {
  main: 'Hauptnavigation',
  menu: 'Menü',
  search: 'Suchen',
  searchHint: 'Seite öffnen, Inhalte finden oder Aktion ausführen …',
  searching: 'Wird gesucht …',
  nothingFound: 'Keine Treffer.',
  results: 'Ergebnisse',
  pages: 'Seiten',
  switch: 'Zu einer anderen Organisation wechseln',
  actions: { title: 'Aktionen', newPage: 'Neue Seite', ask: 'Eine Frage stellen' },
  support: {
    label: 'Support-Sitzung',
    who: '{{by}} sieht die Daten von {{organization}} in einer Support-Sitzung',
    reason: 'Grund: {{reason}}',
    reads: 'Bis {{until}}. Diese Sitzung hat nur Lesezugriff.',
    writes: 'Bis {{until}}. Diese Sitzung darf Daten ändern; jede Änderung steht in den Aktivitäten der Organisation.',
    end: 'Sitzung beenden',
    closed: 'Das ist in Support-Sitzungen nicht möglich.',
  },
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie das System',
  language: 'Sprache',
  organization: 'Organisation',
  view: {
    label: 'Ansicht eines Kunden',
    who: 'Sie sehen {{organization}}',
    text: 'Die Seiten, wie die Mitglieder sie sehen. Hier kann nichts geändert werden.',
    end: 'Zurück zum Kunden',
  },
  verifiedByLink:
    '{{email}} wurde in einem anderen Browser bestätigt. Ihr Konto behält deshalb die Grenzen eines neuen. Fordern Sie einen weiteren Link an, und öffnen Sie ihn in diesem Browser.',
  verify:
    'Ihre Adresse {{email}} ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
  resend: 'E-Mail erneut senden',
  resent: 'Die E-Mail ist unterwegs.',
  twoFactor:
    '{{organization}} verlangt die Zwei-Faktor-Anmeldung. Richten Sie sie auf der Seite „Sicherheit“ ein, um fortzufahren.',
  leaving: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    stay: 'Auf der Seite bleiben',
    go: 'Ohne Speichern verlassen',
  },
  ended: {
    title: 'Ihre Sitzung ist abgelaufen',
    text: 'Ihre Änderungen sind noch nicht gespeichert. Melden Sie sich an, um zu ihnen zurückzukehren, oder bleiben Sie, um Ihren Text zu kopieren.',
    go: 'Anmelden',
  },
  groups: {
    visibility: 'Sichtbarkeit',
    channels: 'Kanäle',
    work: 'Arbeit',
    content: 'Inhalte',
    account: 'Vertrag',
    settings: 'Einstellungen',
    operator: 'Betreiber',
  },
};
