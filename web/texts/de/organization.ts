import type { organization as en } from '../en/organization.ts';

export const organization: typeof en = {
  notificationsPage: {
    lead: 'Welche E-Mails Sie bekommen.',
    names: {
      weeklyDigest: 'Jeden Montag eine Zusammenfassung',
      scoreDrop: 'Wenn der Sichtbarkeitswert fällt',
      overdueGoals: 'Wenn Ziele überfällig sind',
      reviewRequested: 'Wenn eine Seite auf Freigabe wartet',
      paymentFailed: 'Wenn eine Zahlung fehlschlägt',
    },
  },
  organizationPage: {
    lead: 'Die Angaben, mit denen Verzeichnisse verglichen werden.',
    onlyAdmins: 'Nur die Administration kann das ändern.',
    website: 'Website',
    address: 'Adresse',
    phone: 'Telefon',
    timezone: 'Zeitzone',
    twoFactor: 'Zwei-Faktor-Anmeldung',
    twoFactorText:
      'Mitglieder ohne sie erreichen nur ihr eigenes Konto, bis sie sie einrichten. API-Schlüssel funktionieren wie bisher.',
    requireTwoFactor: 'Von allen Mitgliedern verlangen',
    twoFactorFirst: 'Richten Sie sie zuerst für Ihr eigenes Konto ein.',
    exportsText:
      'Alles, was die Organisation hat, als Tabellen und Dateien. Eine E-Mail sagt Ihnen, wenn der Export fertig ist; er kann 24 Stunden lang heruntergeladen werden.',
    delete: 'Organisation löschen',
    deleteText: 'Alle Daten der Organisation, endgültig, und die Konten derer, die zu keiner anderen gehören.',
    deleteTitle: '{{name}} löschen?',
    deleteWarning:
      'Die Daten werden sofort geschlossen, für alle, und nach 14 Tagen gelöscht; bis dahin kann der Betreiber des Portals das rückgängig machen. Alle Administratoren werden per E-Mail benachrichtigt.',
    typeName: 'Geben Sie zum Fortfahren den Namen ein: {{name}}',
    deleted:
      'Die Organisation ist geschlossen und wird in 14 Tagen gelöscht. Eine E-Mail sagt, bis wann sie behalten werden kann.',
  },
  exportsPart: {
    title: 'Exporte',
    none: 'In den letzten 24 Stunden gab es keinen Export.',
    start: 'Export anfordern',
    of: 'Export vom {{date}}',
    until: 'Bis {{date}}',
    download: 'Herunterladen',
    states: { pending: 'Wartet', running: 'Wird erstellt', ready: 'Fertig', failed: 'Fehlgeschlagen' },
  },
  keysPage: {
    lead: 'Schlüssel für Programme, die Daten senden oder lesen.',
    onlyAdmins: 'Nur die Administration verwaltet die Schlüssel.',
    fresh: 'Neuer Schlüssel',
    name: 'Name',
    scope: 'Berechtigung',
    scopes: { ingest: 'Daten senden', read: 'Daten lesen' },
    make: 'Schlüssel erstellen',
    made: 'Kopieren Sie den Schlüssel jetzt: Er wird nicht noch einmal angezeigt.',
    none: 'Es gibt keine Schlüssel.',
    remove: 'Schlüssel „{{name}}“ löschen',
    removeTitle: 'Schlüssel löschen?',
    removeWarning: 'Programme, die „{{name}}“ verwenden, verlieren sofort den Zugang.',
    used: 'Zuletzt verwendet am {{date}}',
    unused: 'Nie verwendet',
    expires: 'Bis {{date}}',
  },
  activityPage: {
    lead: 'Was in dieser Organisation getan wurde.',
    onlyAdmins: 'Nur die Administration kann das lesen.',
    event: 'Ereignis',
    who: 'Wer',
    from: 'Von',
    none: 'Es ist noch nichts geschehen.',
  },
};
