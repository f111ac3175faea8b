import type { shell as en } from '../en/shell.ts';

export const shell: typeof en = {
  main: 'Hauptnavigation',
  menu: 'Menü',
  search: 'Suchen',
  searchHint: 'Seite öffnen, etwas finden, etwas tun …',
  searching: 'Wird gesucht …',
  nothingFound: 'Nichts passt dazu.',
  results: 'Treffer',
  pages: 'Seiten',
  switch: 'Zu einer anderen Organisation wechseln',
  actions: { title: 'Aktionen', newPage: 'Neue Seite', ask: 'Eine Frage stellen' },
  support: {
    label: 'Support-Sitzung',
    who: '{{by}} sieht die Daten von {{organization}} in einer Support-Sitzung',
    reason: 'Grund: {{reason}}',
    reads: 'Bis {{until}}. Diese Sitzung liest nur: Nichts kann geändert werden.',
    writes: 'Bis {{until}}. Diese Sitzung darf Daten ändern; jede Änderung steht in der Aktivität der Organisation.',
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
    'Ihre Adresse {{email}} ist noch nicht bestätigt. Der Link dazu steht in der E-Mail, die an sie gegangen ist.',
  resend: 'E-Mail erneut senden',
  resent: 'Die E-Mail ist unterwegs.',
  twoFactor:
    '{{organization}} verlangt von allen Mitgliedern die Zwei-Faktor-Anmeldung. Richten Sie sie auf der Seite „Sicherheit“ ein, um fortzufahren.',
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
