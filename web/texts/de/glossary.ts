import type { glossary as en } from '../en/glossary.ts';

export const glossary: typeof en = {
  whatIs: 'Was bedeutet „{{name}}“?',
  meaning: 'Was die Begriffe bedeuten',
  names: {
    score: 'Sichtbarkeitswert',
    rawScore: 'Rohwert',
    confidence: 'Konfidenz',
    foundation: 'Grundlage',
    authority: 'Autorität',
    discovery: 'Auffindbarkeit',
    expectedPoints: 'Erwartete Punkte',
    aiVisibility: 'KI-Sichtbarkeit',
    aiPosition: 'Position in Antworten',
    aiSentiment: 'Tonfall',
    aiAccuracy: 'Richtigkeit',
    mentionRate: 'Nennungsrate',
    visits: 'Besuche',
    visitors: 'Besucher',
    pageviews: 'Seitenaufrufe',
    leads: 'Anfragen',
    clicks: 'Klicks aus der Suche',
    impressions: 'Impressionen',
    ctr: 'Klickrate',
    position: 'Position in der Suche',
    rating: 'Durchschnittliche Bewertung',
    responseRate: 'Beantwortete Bewertungen',
    verified: 'Bestätigter Eintrag',
    candidate: 'Zu prüfen',
    needsCorrection: 'Zu korrigieren',
    rank: 'Rang',
    goals: 'Erreichte Ziele',
    tasks: 'Offene Aufgaben',
    work: 'Diesen Monat erledigt',
    evidence: 'Aussagekraft',
    range: 'Bereich',
    smallestChange: 'Kleinste sichtbare Änderung',
    relevance: 'Relevanz',
    reach: 'Reichweite',
    interactions: 'Interaktionen',
    suggestionConfidence: 'Konfidenz eines Vorschlags',
    pageScore: 'Bewertung einer Seite',
    aiCrawlers: 'KI-Crawler',
    technicalSeo: 'Technisches SEO',
    structuredData: 'Strukturierte Daten',
    citations: 'Zitierungen',
  },
  texts: {
    score:
      'Wie leicht man Sie online findet, von 0 bis 100: in Suchmaschinen, KI-Assistenten, Verzeichnissen und Bewertungen. Jeder Scan misst neu. Höher ist besser: Vergleichen Sie ihn mit Ihren Wettbewerbern und mit dem Scan davor.',
    rawScore:
      'Der Wert, bevor die Sicherheit der Messung eingerechnet wird. Liegen beide nah beieinander, ist die Messung zuverlässig.',
    confidence:
      'Wie sicher der Scan seiner Werte ist, von 0 bis 100 %. Je niedriger, desto mehr Quellen haben gefehlt: Achten Sie dann auf die Richtung statt auf einzelne Punkte.',
    foundation:
      'Worauf alles andere aufbaut: ob Ihre Website funktioniert und Name, Adresse und Telefonnummer überall stimmen.',
    authority: 'Warum andere Ihnen vertrauen: Bewertungen, Links und Erwähnungen Ihres Unternehmens.',
    discovery: 'Ob man auf Sie stößt, wenn jemand nach Ihrem Angebot sucht: in Suchmaschinen und KI-Assistenten.',
    expectedPoints:
      'Um wie viele Punkte der Sichtbarkeitswert steigen dürfte, wenn dieser Schritt erledigt ist, geschätzt nach dem letzten Scan.',
    aiVisibility:
      'Wie oft und wie gut KI-Assistenten Sie nennen, wenn jemand nach Ihrem Angebot fragt, von 0 bis 100. Höher ist besser. Ihr Teil am Sichtbarkeitswert kann älter sein.',
    aiPosition: 'Wie weit vorn Sie in einer Antwort mit mehreren Namen stehen, von 0 bis 100. Höher heißt weiter vorn.',
    aiSentiment: 'Wie positiv Antworten über Sie sprechen, von 0 bis 100. Höher ist freundlicher.',
    aiAccuracy:
      'Wie viel von dem stimmt, was Antworten über Sie sagen, von 0 bis 100. Ist der Wert niedrig, berichtigen Sie Ihre Seiten und Verzeichniseinträge.',
    mentionRate: 'Der Anteil der Antworten, die Sie nennen. Im Bereich darum liegt der wahre Wert in 19 von 20 Fällen.',
    visits: 'Wie oft jemand auf Ihre Website kam. Mehrere Seiten hintereinander sind ein Besuch.',
    visitors:
      'Wie viele verschiedene Menschen kamen. Zählt ein Werkzeug jeden Tag neu, zählt doppelt, wer an zwei Tagen kam.',
    pageviews: 'Wie viele Seiten bei allen Besuchen zusammen geöffnet wurden.',
    leads:
      'Wie oft ein Besuch zu dem führte, was Ihr Analysewerkzeug als Conversion zählt: ein Anruf, ein Formular, eine Buchung.',
    clicks:
      'Wie oft jemand über die Ergebnisse der Google-Suche auf Ihre Website kam. Die letzten zwei, drei Tage fehlen noch.',
    impressions: 'Wie oft eine Ihrer Seiten in den Ergebnissen der Google-Suche gezeigt wurde.',
    ctr: 'Der Anteil der Impressionen, die zu einem Klick führten. Auf den ersten Plätzen ist er höher.',
    position: 'Der durchschnittliche Platz Ihrer Seiten in den Ergebnissen. 1 ist der erste Platz; weniger ist besser.',
    rating:
      'Das Mittel der Sterne aller Bewertungen des Zeitraums, von 1 bis 5. Vergleichen Sie es mit dem Vorjahr und mit Ihren Wettbewerbern.',
    responseRate:
      'Der Anteil der Bewertungen, die Sie beantwortet haben. Höher ist besser; beantworten Sie schlechte zuerst.',
    verified:
      'Ein Eintrag, der sicher Ihnen gehört. Zeigt er etwas anderes als Ihre Einstellungen, ist er zu korrigieren.',
    candidate: 'Ein Eintrag, der Ihrer sein könnte, den aber noch niemand bestätigt hat.',
    needsCorrection: 'Ein Verzeichnis zeigt etwas über Sie, das von Ihren Einstellungen abweicht.',
    rank: 'Ihr Platz unter Ihren Wettbewerbern nach Sichtbarkeitswert.',
    goals: 'Ziele, die ihren Zielwert erreicht haben, von allen, die nicht abgebrochen sind.',
    tasks: 'Aufgaben, die weder erledigt noch verworfen sind. Überfällige haben ihren Termin überschritten.',
    work: 'Aufgaben, die seit dem Monatsersten erledigt, und Seiten, die seitdem veröffentlicht wurden.',
    evidence:
      'Wie viel die Antworten belegen. Erste Hinweise sind ein erster Eindruck, richtungsweisend zeigt, wohin es geht, und entscheidungsreif reicht für eine Entscheidung.',
    range: 'Wo der wahre Wert in 19 von 20 Fällen liegt. Je mehr Antworten, desto schmaler ist er.',
    smallestChange:
      'Ein kleinerer Unterschied zwischen zwei Messungen kann Zufall sein. Mehr Fragen oder mehr Antworten auf jede machen kleinere sichtbar.',
    relevance:
      'Wie sehr ein Unternehmen mit Ihnen im Wettbewerb steht, von 0 bis 100: Je näher an 100, desto öfter wählen Kunden zwischen Ihnen beiden.',
    reach: 'Wie viele Menschen etwas von Ihren Profilen gesehen haben.',
    interactions:
      'Wie oft jemand auf Ihre Beiträge reagiert hat, etwa mit „Gefällt mir“, einem Kommentar oder durch Teilen. Die Rate ist ihr Anteil an den Impressionen.',
    suggestionConfidence: 'Wie gut begründet ein Vorschlag ist, von 0 bis 100 %.',
    pageScore: 'Wie viel von den Prüfpunkten eine Seite erfüllt, von 0 bis 100. Was mehr Gewicht hat, zählt mehr.',
    aiCrawlers:
      'Programme, mit denen KI-Assistenten Websites lesen. Wen Ihre Website abweist, der kann sie nicht zitieren.',
    technicalSeo: 'Ob Suchmaschinen Ihre Seiten ohne Fehler finden und lesen können.',
    structuredData:
      'Was Ihre Seiten in einer Form für Maschinen angeben, etwa Öffnungszeiten, damit Suchmaschinen und Assistenten nicht raten müssen.',
    citations: 'Wie oft KI-Assistenten die Seite als Quelle einer Antwort genannt haben.',
  },
};
