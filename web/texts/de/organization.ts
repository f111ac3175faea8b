import type { organization as en } from '../en/organization.ts';

export const organization: typeof en = {
  notificationsPage: {
    lead: 'Wählen Sie, welche E-Mails Sie erhalten.',
    names: {
      weeklyDigest: 'Jeden Montag eine Zusammenfassung',
      scoreDrop: 'Wenn der Sichtbarkeitswert fällt',
      overdueGoals: 'Wenn Ziele überfällig sind',
      reviewRequested: 'Wenn eine Seite auf Prüfung wartet',
      paymentFailed: 'Wenn eine Zahlung fehlschlägt',
    },
  },
  organizationPage: {
    lead: 'Die Angaben, mit denen Verzeichniseinträge verglichen werden.',
    onlyAdmins: 'Nur die Administration kann das ändern.',
    website: 'Website',
    address: 'Adresse',
    phone: 'Telefon',
    timezone: 'Zeitzone',
    primarySource: 'Analyse-Werkzeug',
    primarySourceText: 'Werkzeuge auf einer Website zählen dieselben Besuche: Das Portal zeigt die von einem.',
    primaryByDays: 'Das mit den meisten Tagen',
    twoFactor: 'Zwei-Faktor-Anmeldung',
    twoFactorText:
      'Wer sie nicht eingerichtet hat, erreicht bis dahin nur das eigene Konto. API-Schlüssel funktionieren weiter.',
    requireTwoFactor: 'Von allen Mitgliedern verlangen',
    twoFactorFirst: 'Richten Sie sie zuerst für Ihr eigenes Konto ein.',
    questions: 'Fragen an die KI',
    questionsText:
      'Was das Portal verlässt, wenn jemand eine Frage stellt. Nur mit Themen können Antworten ungenauer sein: Kein Wort der Frage wird gesendet, nur worum es geht.',
    sent: 'Von einer Frage wird gesendet',
    questionText: { redacted: 'Die Frage, ohne persönliche Daten', topics: 'Nur Themen, kein Wort der Frage' },
    exportsText:
      'Alle Daten der Organisation, als Tabellen und Dateien. Sie erhalten eine E-Mail, sobald der Export fertig ist; er kann 24 Stunden lang heruntergeladen werden.',
    delete: 'Organisation löschen',
    deleteText:
      'Löscht endgültig alle Daten der Organisation und die Konten von Mitgliedern, die zu keiner anderen gehören.',
    deleteTitle: '{{name}} löschen?',
    deleteWarning:
      'Alle verlieren sofort den Zugang. Die Daten werden nach 14 Tagen gelöscht; bis dahin kann der Betreiber des Portals das rückgängig machen. Die Administration wird per E-Mail benachrichtigt.',
    typeName: 'Geben Sie zum Fortfahren den Namen ein: {{name}}',
    deleted:
      'Die Organisation ist geschlossen und wird in 14 Tagen gelöscht. Bis wann sie behalten werden kann, haben wir Ihnen per E-Mail mitgeteilt.',
  },
  exportsPart: {
    title: 'Exporte',
    none: 'In den letzten 24 Stunden gab es keinen Export.',
    start: 'Export anfordern',
    of: 'Export vom {{date}}',
    until: 'Verfügbar bis {{date}}',
    download: 'Herunterladen',
    states: { pending: 'Wartet', running: 'In Arbeit', ready: 'Fertig', failed: 'Fehlgeschlagen' },
  },
  assistantsPage: {
    lead: 'Claude, ChatGPT und andere Assistenten, die mit den Daten dieser Organisation arbeiten.',
    setUp: 'Assistenten verbinden',
    address:
      'Fügen Sie diese Adresse in Ihrem Assistenten als Connector oder MCP-Server hinzu, und melden Sie sich an, wenn er Sie darum bittet:',
    clients: {
      claude: 'Claude: Einstellungen → Konnektoren → Benutzerdefinierten Konnektor hinzufügen',
      chatgpt: 'ChatGPT: Einstellungen → Apps & Konnektoren → Erstellen, im Entwicklermodus',
      others:
        'Andere: einen MCP-Server über HTTP hinzufügen; Programme ohne Anmeldung nehmen einen API-Schlüssel, der Daten lesen darf',
    },
    own: 'Ihre Assistenten',
    ofMembers: 'Assistenten aller Mitglieder',
    none: 'Noch keine Assistenten.',
    scopes: { read: 'Lesen', write: 'Ändern' },
    used: 'Zuletzt verwendet {{date}}',
    unused: 'Nie verwendet',
    remove: 'Den Assistenten „{{name}}“ entfernen',
    removeTitle: 'Assistenten entfernen?',
    removeWarning: '„{{name}}“ verliert sofort den Zugriff.',
  },
  keysPage: {
    lead: 'Schlüssel für Programme, die Daten senden oder lesen.',
    onlyAdmins: 'Nur die Administration kann Schlüssel verwalten.',
    fresh: 'Neuer Schlüssel',
    name: 'Name',
    scope: 'Berechtigung',
    scopes: { ingest: 'Daten senden', read: 'Daten lesen' },
    make: 'Schlüssel erstellen',
    made: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
    none: 'Es gibt noch keine Schlüssel.',
    remove: 'Schlüssel „{{name}}“ löschen',
    removeTitle: 'Schlüssel löschen?',
    removeWarning: 'Programme, die „{{name}}“ verwenden, verlieren sofort den Zugang.',
    used: 'Zuletzt verwendet am {{date}}',
    unused: 'Nie verwendet',
    expires: 'Gültig bis {{date}}',
  },
  activityPage: {
    lead: 'Was in dieser Organisation getan wurde.',
    onlyAdmins: 'Nur die Administration kann das sehen.',
    event: 'Ereignis',
    who: 'Wer',
    from: 'IP-Adresse',
    none: 'Noch keine Aktivitäten.',
  },
};
