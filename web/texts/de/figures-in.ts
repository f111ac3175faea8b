import type { figuresIn as english } from '../en/figures-in.ts';

export const figuresIn: typeof english = {
  search: {
    lead: 'Wie oft Ihre Website in Suchergebnissen zu sehen war und wie oft jemand sie angeklickt hat.',
    clicks: 'Klicks',
    impressions: 'Impressionen',
    ctr: 'Klickrate',
    position: 'Mittlere Position',
    before: '{{value}} im Zeitraum davor',
    late: 'Suchmaschinen melden Tage zwei bis drei Tage später: bisher {{days}} dieses Zeitraums.',
    days_one: '{{count}} Tag',
    days_other: '{{count}} Tage',
    series: 'Klicks pro Tag',
    query: 'Suchanfrage',
    page: 'Seite',
    change: 'Veränderung der Klicks',
    queries: 'Wonach gesucht wurde',
    pages: 'Seiten in den Ergebnissen',
    risen: 'Am stärksten gestiegen',
    fallen: 'Am stärksten gefallen',
    none: 'Keine Suchdaten in diesem Zeitraum.',
    noneAtAll: 'Noch keine Suchdaten. Verbinden Sie die Search Console oder importieren Sie deren Export nach Tagen.',
  },
  connections: {
    lead: 'Werkzeuge, aus denen das Portal jede Nacht selbst Zahlen liest.',
    onlyAdmins: 'Nur die Administration kann Verbindungen sehen.',
    all: 'Verbundene Werkzeuge',
    none: 'Noch ist kein Werkzeug verbunden.',
    states: {
      connected: 'Verbunden',
      syncing: 'Liest gerade',
      needs_attention: 'Braucht Aufmerksamkeit',
      revoked: 'Zugriff beendet',
      quota: 'Grenze erreicht',
      no_access: 'Kein Zugriff',
    },
    since: 'Seit dem {{day}}.',
    causes: {
      credential_refused:
        '{{tool}} nimmt die Zugangsdaten nicht mehr an: Sie wurden widerrufen, sind abgelaufen oder falsch. Bitte verbinden Sie mit neuen.',
      client_refused:
        'Google lehnt den Client des Portals ab, deshalb lässt sich {{tool}} nicht lesen: Der Betreiber des Portals muss GOOGLE_CLIENT_ID und GOOGLE_CLIENT_SECRET berichtigen. Die Zustimmung bleibt gültig.',
      property_missing:
        '{{tool}} zeigt diese Website mit diesen Zugangsdaten nicht: Sie wurde entfernt, oder der Zugriff darauf wurde entzogen. Bitte geben Sie den Zugriff wieder frei, oder verbinden Sie eine andere.',
      permission_missing:
        'Eine Berechtigung, die das Portal bei {{tool}} braucht, fehlt. Bitte verbinden Sie neu und stimmen Sie allem zu, worum gebeten wird.',
      service_disabled:
        'Die API von {{tool}} ist im Projekt der Zugangsdaten nicht aktiviert. Bitte aktivieren Sie sie in der Google-Cloud-Konsole.',
      quota_used_up:
        'Die erlaubte Zahl der Abfragen bei {{tool}} ist verbraucht. Zahlen kommen wieder, sobald mehr erlaubt sind; das Portal versucht es einmal am Tag.',
      quota_not_granted:
        'Google erlaubt dem Projekt der Zugangsdaten noch keine Abfragen bei {{tool}}: Die Grenze ist 0. Wem das Projekt gehört, muss den Zugang zu den Business-Profile-APIs beantragen; das Portal versucht es einmal am Tag.',
      address_refused:
        'Die Adresse von {{tool}} ist nicht öffentlich, deshalb ruft das Portal sie nicht auf. Bitte verwenden Sie eine öffentliche https-Adresse, oder bitten Sie den Betreiber des Portals, sie zu erlauben.',
      no_answer:
        '{{tool}} ist nicht erreichbar oder antwortet nicht rechtzeitig. Bitte prüfen Sie, ob es läuft und die Adresse stimmt.',
      server_error:
        '{{tool}} antwortet mit einem eigenen Fehler. Bitte prüfen Sie, ob es funktioniert; das Portal versucht es einmal am Tag.',
      strange_answer:
        'Was unter dieser Adresse antwortet, spricht nicht das Protokoll von {{tool}}. Bitte prüfen Sie die Adresse und was davor steht.',
      request_refused:
        '{{tool}} lehnt ab, wonach das Portal fragt. Bitte prüfen Sie die Website und die Version von {{tool}}.',
      internal:
        'Die Zahlen von {{tool}} konnten wegen eines Fehlers im Portal nicht übernommen werden. Es versucht es einmal am Tag; bitte melden Sie es dem Betreiber, wenn das anhält.',
    },
    brought_one: 'Zahlen bis {{day}}, insgesamt {{rows}} Datensatz.',
    brought_other: 'Zahlen bis {{day}}, insgesamt {{rows}} Datensätze.',
    limits: {
      sampled: '{{tool}} errechnet manche Zahlen aus einem Teil der Besuche: bis {{day}}.',
      thresholded: '{{tool}} lässt weg, was Einzelne erkennen ließe: bis {{day}}.',
      other_row: '{{tool}} fasst die kleinsten Zeilen als „(other)“ zusammen: bis {{day}}.',
    },
    nothingYet: 'Bisher sind keine Zahlen gekommen.',
    mend: 'Neu verbinden',
    mendOf: 'Neu verbinden: {{tool}}',
    sync: 'Jetzt abrufen',
    syncOf: 'Jetzt abrufen: {{tool}}',
    remove: 'Entfernen',
    removeOf: 'Entfernen: {{tool}}',
    removeTitle: 'Verbindung zu {{tool}} entfernen?',
    removeText: 'Neue Zahlen kommen dann nicht mehr. Was soll mit denen geschehen, die schon da sind?',
    removeData: { keep: 'Zahlen behalten', delete: 'Zahlen löschen' },
    fresh: 'Werkzeug verbinden',
    kind: 'Werkzeug',
    url: 'Adresse des Werkzeugs',
    property: {
      google_analytics: 'Nummer der Property',
      search_console: 'Property, etwa sc-domain:example.com',
      business_profile: 'Standort, etwa accounts/1234/locations/5678',
      plausible: 'Name der Website in Plausible',
      umami: 'Website-ID in umami',
      matomo: 'Nummer der Website in Matomo',
    },
    access: 'Zugriff',
    ways: { consent: 'Zustimmung bei Google', account: 'Dienstkonto' },
    consentText:
      'Sie melden sich bei Google an und erlauben dem Portal das Lesen. Danach wählen Sie hier die Property. Die Zustimmung lässt sich bei Google jederzeit zurücknehmen.',
    consent: 'Weiter zu Google',
    chooseTitle: 'Property wählen',
    chooseText: 'Google hat die Zustimmung erteilt. Vor Ihrer Wahl wird nichts gelesen.',
    chosen: 'Property',
    noProperties:
      'Dieses Konto zeigt keine Property von {{tool}}. Geben Sie ihm dort Zugriff, oder stimmen Sie mit einem anderen Konto zu.',
    already:
      '{{tool}} ist mit {{property}} verbunden. Dieselbe Property erneuert den Zugriff; für eine andere entfernen Sie zuerst jene Verbindung.',
    failed: {
      session: 'Bitte melden Sie sich mit einem Konto der Administration an und beginnen Sie die Zustimmung von vorn.',
      state:
        'Diese Zustimmung wurde in einer anderen Sitzung oder vor mehr als 15 Minuten begonnen. Bitte beginnen Sie von vorn.',
      access_denied: 'Google durfte nichts weitergeben, deshalb wurde nichts verbunden.',
      refused: 'Google hat die Zustimmung nicht abgeschlossen. Bitte beginnen Sie von vorn.',
    },
    apiKey: 'API-Schlüssel des Werkzeugs',
    serviceAccount: 'JSON-Schlüssel des Dienstkontos',
    serviceAccountText:
      'Geben Sie seiner Adresse zuvor Lesezugriff auf die Property. Der Schlüssel wird versiegelt und nie angezeigt.',
    connect: 'Verbinden',
    made: 'Verbunden. Die ersten Tage werden gelesen.',
  },
  import: {
    lead: 'Übernehmen Sie Zahlen aus anderen Werkzeugen als CSV, NDJSON oder JSON. Eine Datei darf mehrmals importiert werden: Nichts wird doppelt gezählt.',
    onlyAdmins: 'Nur die Administration kann Dateien importieren.',
    type: 'Inhalt der Datei',
    types: {
      website_daily: 'Website, nach Tagen',
      traffic_source: 'Website, nach Quellen und Tagen',
      search_daily: 'Suchergebnisse, nach Tagen',
      review: 'Bewertungen',
      social_profile: 'Social-Media-Profile',
      goal: 'Ziele',
      action_item: 'Aufgaben',
      investment: 'Ausgaben',
    },
    sample: 'Beispieldatei herunterladen',
    file: 'Datei',
    fileText:
      'Bis zu 4 MiB. Exporte aus Google Analytics, der Search Console, Google-Bewertungen und Plausible werden gelesen, wie sie sind.',
    choose: 'Datei auswählen oder hierher ziehen',
    tooLarge: 'Die Datei ist größer als 4 MiB. Bitte teilen Sie sie auf.',
    recognized: 'Das ist ein Export aus {{tool}}.',
    columns: 'Spalten',
    column: 'Spalte der Datei',
    field: 'Feld',
    fieldOf: 'Feld der Spalte {{column}}',
    left: 'Auslassen',
    found: 'Was geschehen würde',
    accepted: 'Neu',
    updated: 'Geändert',
    unchanged: 'Unverändert',
    rejectedCount: 'Abgelehnt',
    rejected: 'Abgelehnte Zeilen',
    rejectedText: 'Die übrigen werden übernommen. Aufgeführt sind höchstens 100 von je 2.000 Zeilen.',
    line: 'Zeile',
    reason: 'Grund',
    download: 'Abgelehnte Zeilen herunterladen',
    start_one: '{{rows}} Zeile übernehmen',
    start_other: '{{rows}} Zeilen übernehmen',
    nothing: 'Keine Zeile dieser Datei kann übernommen werden.',
    progress: 'Übernommene Zeilen',
    done: 'Die Datei wurde übernommen.',
    another: 'Weitere Datei importieren',
  },
};
