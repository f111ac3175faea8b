import type { prospects as english } from '../en/prospects.ts';

export const prospects: typeof english = {
  prospects: {
    lead: 'Unternehmen, die noch keine Kunden sind: einmal gemessen, damit Sie etwas zu zeigen haben.',
    none: 'Keine Interessenten. Für einen neuen genügen Name und Website.',
    fresh: 'Neuer Interessent',
    freshText: '25 vorgeschlagene Fragen gehen je zweimal an KI-Assistenten. Niemand wird benachrichtigt.',
    place: 'Ort oder Adresse',
    placeText: 'Die Fragen suchen dann nach Unternehmen in diesem Ort.',
    create: 'Messen',
    daysLeft_one: 'Wird in {{count}} Tag gelöscht, wenn er nicht gewonnen oder behalten wird.',
    daysLeft_other: 'Wird in {{count}} Tagen gelöscht, wenn er nicht gewonnen oder behalten wird.',
    states: {
      waiting: 'Die Messung hat noch nicht begonnen.',
      running_one: '{{done}} von {{total}} Antwort',
      running_other: '{{done}} von {{total}} Antworten',
      completed: 'Gemessen',
      failed: 'Die Messung hat zu wenige Antworten gebracht.',
    },
    waitsFor: {
      assistants: 'Die Messung beginnt, sobald ein KI-Assistent einen Schlüssel hat.',
      budget: 'Die Messung braucht mehr Antworten, als das Budget dieses Interessenten zulässt: {{total}}.',
    },
    answers: 'Antworten zu {{name}}',
    pitch: 'Link zum Bericht erstellen',
    pitchOf: 'Link zum Bericht erstellen: {{name}}',
    pitched: 'Wer diesen Link hat, kann den Bericht bis {{date}} öffnen:',
    mail: 'E-Mail schreiben',
    mailSubject: 'Wie KI-Assistenten {{name}} sehen',
    mailBody:
      'Wir haben KI-Assistenten Fragen gestellt, wie Kundinnen und Kunden von {{name}} sie stellen könnten, und ihre Antworten zusammengefasst. Bis {{date}} können Sie das Ergebnis hier lesen: {{url}}',
    winTitle: 'Nach der Zusage: zum Kunden machen',
    adminEmail: 'E-Mail-Adresse für die Einladung zur Administration',
    win: 'Zum Kunden machen',
    winOf: 'Zum Kunden machen: {{name}}',
    winAsk: '{{name}} zum Kunden machen und {{email}} einladen?',
    winText:
      'Das Unternehmen zählt dann nicht mehr zu den Interessenten, und {{email}} bekommt per E-Mail eine Einladung zur Administration.',
    won: '{{name}} ist jetzt Kunde, und {{email}} ist eingeladen. Sie können auch diesen Link weitergeben:',
    keep: 'Weitere 90 Tage behalten',
    keepOf: 'Weitere 90 Tage behalten: {{name}}',
    erase: 'Löschen',
    eraseOf: 'Löschen: {{name}}',
    eraseTitle: '{{name}} löschen?',
    eraseText: 'Er steht dann bei den Kunden, die gelöscht werden, und lässt sich dort 14 Tage lang wiederherstellen.',
  },
};
