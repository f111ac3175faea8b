import { field, type SharedText } from './text.ts';

export const germanTemplates: SharedText[] = [
  {
    name: 'Leistungsseite',
    description:
      'Eine Leistung: was sie umfasst, für wen sie sich eignet, was sie kostet und wie man einen Termin bekommt.',
    category: 'service',
    variables: [
      field('service', 'Name der Leistung'),
      field('city', 'Ort'),
      field('price', 'Preis oder Preisspanne', false),
      field('phone', 'Telefonnummer'),
    ],
    body: `{{service}} in {{city}}: was dahintersteckt, wem es hilft und was Sie am Termin erwartet.

## Was ist {{service}}?

Beschreiben Sie in zwei oder drei kurzen Sätzen, was geschieht, in den Worten Ihrer Kundschaft.

## Für wen eignet sich {{service}}?

- Eine erste Situation, in der danach gefragt wird
- Eine zweite
- Wann etwas anderes die bessere Wahl ist

## Was kostet {{service}}?

{{price}}. Schreiben Sie dazu, was darin enthalten ist und wovon der Preis abhängt.

## Wie bekomme ich einen Termin?

Rufen Sie uns an unter {{phone}}, oder [schreiben Sie uns](/kontakt).
`,
  },
  {
    name: 'Standortseite',
    description: 'Eine Seite für jeden Ihrer Standorte.',
    category: 'location',
    variables: [
      field('business', 'Name des Unternehmens'),
      field('city', 'Ort'),
      field('address', 'Adresse'),
      field('hours', 'Öffnungszeiten'),
    ],
    body: `{{business}} in {{city}} finden Sie unter dieser Adresse: {{address}}. Geöffnet: {{hours}}.

## So finden Sie uns

Nennen Sie die nächste Kreuzung, Haltestelle und Parkmöglichkeit, und wie man ohne Stufen zu Ihnen kommt.

## Unser Angebot in {{city}}

Verlinken Sie die [Leistungen](/leistungen), die es an diesem Standort gibt.

## Wer für Sie da ist

Stellen Sie die Menschen vor, die hier arbeiten, mit je einem Satz.
`,
  },
  {
    name: 'Fragen und Antworten',
    description: 'Kurze Antworten auf häufige Fragen, jede unter einer eigenen Überschrift.',
    category: 'faq',
    variables: [field('topic', 'Thema'), field('question1', 'Erste Frage'), field('question2', 'Zweite Frage', false)],
    body: `Was wir zum Thema {{topic}} am häufigsten gefragt werden, in einfachen Worten beantwortet.

## {{question1}}

Antworten Sie im ersten Satz. Erklären Sie die Antwort in den zwei folgenden.

## {{question2}}

Antworten Sie im ersten Satz. Erklären Sie die Antwort in den zwei folgenden.

Ihre Frage ist nicht dabei? [Fragen Sie uns](/kontakt).
`,
  },
  {
    name: 'Artikel',
    description: 'Ein Ratgeber, der eine Frage gründlich beantwortet.',
    category: 'article',
    variables: [field('question', 'Die Frage, die er beantwortet'), field('audience', 'Wer sie stellt', false)],
    body: `Beantworten Sie „{{question}}“ hier in zwei Sätzen, die für sich stehen können.

## Die kurze Antwort

Was {{audience}} wissen sollten, auch wenn sie sonst nichts lesen.

## Wovon es abhängt

Nennen Sie die zwei oder drei Dinge, von denen die Antwort abhängt, jeweils mit einem Beispiel.

## Der nächste Schritt

Ein Schritt, der noch heute möglich ist, mit einem [Link](/kontakt) dorthin.
`,
  },
  {
    name: 'Fallbeispiel',
    description: 'Das Problem eines Kunden, die Lösung und das Ergebnis, mit Zahlen.',
    category: 'case-study',
    variables: [field('client', 'Der Kunde, oder welche Art von Kunde'), field('result', 'Das Ergebnis in einer Zahl')],
    body: `Wie {{client}} dieses Ergebnis erreicht hat, Schritt für Schritt: {{result}}.

## Das Problem

Was es an Zeit oder Geld gekostet hat, bevor etwas geschah.

## Was wir getan haben

Drei Schritte, in der Reihenfolge, in der sie gegangen wurden.

## Das Ergebnis

{{result}}. Schreiben Sie dazu, wie und über welchen Zeitraum gemessen wurde.
`,
  },
  {
    name: 'Neuigkeit',
    description: 'Eine Ankündigung: was neu ist, ab wann, und was es für Ihre Kundschaft bedeutet.',
    category: 'news',
    variables: [field('what', 'Was neu ist'), field('when', 'Ab wann es gilt')],
    body: `{{what}}, ab {{when}}.

## Was das für Sie bedeutet

Schreiben Sie, was sich für Ihre Kundschaft ändert und was bleibt, wie es ist.

## Noch Fragen?

[Schreiben Sie uns](/kontakt); wir antworten innerhalb eines Werktags.
`,
  },
];
