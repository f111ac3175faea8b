/** What the portal says of content and of measurements in English, by the sentence; `#` stands for a number in both. */
export const assessments: Record<string, string> = {
  'Enough questions, assistants and answers for a decision.':
    'Genug Fragen, Assistenten und Antworten für eine Entscheidung.',
  'Enough answers to see a direction.': 'Genug Antworten, um eine Richtung zu sehen.',
  'Too few answers for more than a first impression.': 'Zu wenige Antworten für mehr als einen ersten Eindruck.',
  '# answers of # assistants to # questions.': '# Antworten von # Assistenten auf # Fragen.',
  'Length of the title': 'Länge des Titels',
  'Length of the description': 'Länge der Beschreibung',
  'Headings in order': 'Überschriften der Reihe nach',
  'Links that say where they lead': 'Links, die sagen, wohin sie führen',
  'Images with alternative text': 'Bilder mit Alternativtext',
  'Use of the title’s words': 'Verwendung der Wörter des Titels',
  'Reading ease': 'Lesbarkeit',
  Length: 'Länge',
  'Text in sections': 'Text in Abschnitten',
  'There are no headings.': 'Es gibt keine Überschriften.',
  'There are no links; link to what readers will want next.':
    'Es gibt keine Links. Verlinken Sie, was man als Nächstes lesen will.',
  'There are no images.': 'Es gibt keine Bilder.',
  'The title has # characters; # to # are shown in full in search results.':
    'Der Titel hat # Zeichen; # bis # werden in Suchergebnissen ganz angezeigt.',
  'The title has # characters; make it longer, # to #.': 'Der Titel hat # Zeichen; machen Sie ihn länger: # bis #.',
  'The title has # characters; make it shorter, # at most.':
    'Der Titel hat # Zeichen; machen Sie ihn kürzer: höchstens #.',
  'The description has # characters; # to # are shown in full in search results.':
    'Die Beschreibung hat # Zeichen; # bis # werden in Suchergebnissen ganz angezeigt.',
  'The description has # characters; make it longer, # to #.':
    'Die Beschreibung hat # Zeichen; machen Sie sie länger: # bis #.',
  'The description has # characters; make it shorter, # at most.':
    'Die Beschreibung hat # Zeichen; machen Sie sie kürzer: höchstens #.',
  'The first paragraph has # characters; # to # are shown in full in search results.':
    'Der erste Absatz hat # Zeichen; # bis # werden in Suchergebnissen ganz angezeigt.',
  'The first paragraph has # characters; make it longer, # to #, or write a description of its own.':
    'Der erste Absatz hat # Zeichen; machen Sie ihn länger, # bis #, oder schreiben Sie eine eigene Beschreibung.',
  'The first paragraph has # characters; make it shorter, # at most, or write a description of its own.':
    'Der erste Absatz hat # Zeichen; machen Sie ihn kürzer, höchstens #, oder schreiben Sie eine eigene Beschreibung.',
  '# heading, none skips a level.': '# Überschrift, sie überspringt keine Ebene.',
  '# headings, none skips a level.': '# Überschriften, keine überspringt eine Ebene.',
  '# link, each says where it leads.': '# Link, er sagt, wohin er führt.',
  '# links, each says where it leads.': '# Links, jeder sagt, wohin er führt.',
  '# image, each with alternative text.': '# Bild, mit Alternativtext.',
  '# images, each with alternative text.': '# Bilder, jedes mit Alternativtext.',
  '# of # image without alternative text; say what they show.':
    '# von # Bild ohne Alternativtext; schreiben Sie, was es zeigt.',
  '# of # images without alternative text; say what they show.':
    '# von # Bildern ohne Alternativtext; schreiben Sie, was sie zeigen.',
  'The title has no word that says what the page is about.': 'Kein Wort des Titels sagt, worum es auf der Seite geht.',
  'The title’s words are in the first paragraph and in a heading.':
    'Die Wörter des Titels stehen im ersten Absatz und in einer Überschrift.',
  'the first paragraph does not mention “…”': 'der erste Absatz erwähnt „…“ nicht',
  'no heading takes up a word of the title': 'keine Überschrift nimmt ein Wort des Titels auf',
  '“…” is #% of all words, and more than #% reads as stuffing':
    '„…“ macht # % aller Wörter aus, und mehr als # % wirken überladen',
  '“…” does not say where it leads (# of # link); name what is there.':
    '„…“ sagt nicht, wohin es führt (# von # Link); nennen Sie, was dort ist.',
  '“…” does not say where it leads (# of # links); name what is there.':
    '„…“ sagt nicht, wohin es führt (# von # Links); nennen Sie, was dort ist.',
  '# of # heading out of order: “…” is an h# right under an h#.':
    '# von # Überschrift nicht der Reihe nach: „…“ steht auf Ebene # gleich unter Ebene #.',
  '# of # headings out of order: “…” is an h# right under an h#.':
    '# von # Überschriften nicht der Reihe nach: „…“ steht auf Ebene # gleich unter Ebene #.',
  '# of # headings out of order: “…” is a second h#.':
    '# von # Überschriften nicht der Reihe nach: „…“ steht noch einmal auf Ebene #.',
  'Not judged: the formula is made for English prose.': 'Nicht bewertet: Die Formel gilt für englische Texte.',
  'Flesch reading ease is #, school grade #; # and more is plain English.':
    'Der Lesbarkeitsindex nach Flesch ist #, die Schulstufe #; ab # ist ein Text leicht zu lesen.',
  'Flesch reading ease is #, school grade #; shorter sentences and shorter words bring it to #.':
    'Der Lesbarkeitsindex nach Flesch ist #, die Schulstufe #; kürzere Sätze und Wörter bringen ihn auf #.',
  '# word.': '# Wort.',
  '# words.': '# Wörter.',
  '# word; # are enough to answer a question well.': '# Wort; # genügen, um eine Frage gut zu beantworten.',
  '# words; # are enough to answer a question well.': '# Wörter; # genügen, um eine Frage gut zu beantworten.',
  'The text is short enough to need no sections.': 'Der Text ist so kurz, dass er keine Abschnitte braucht.',
  'At most # word between two headings.': 'Höchstens # Wort zwischen zwei Überschriften.',
  'At most # words between two headings.': 'Höchstens # Wörter zwischen zwei Überschriften.',
  '# words without a heading; one every # words helps readers find their way.':
    '# Wörter ohne Überschrift; eine alle # Wörter hilft, sich zurechtzufinden.',
};
