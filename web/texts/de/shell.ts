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
  verify:
    'Ihre Adresse {{email}} ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
  resend: 'E-Mail erneut senden',
  resent: 'Die E-Mail ist unterwegs.',
  twoFactor:
    '{{organization}} verlangt die Zwei-Faktor-Anmeldung. Richten Sie sie auf der Seite „Sicherheit“ ein, um fortzufahren.',
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
