const GERMAN = new Set(
  `wie viele viel wieviel wieviele welche welcher welches welchen welchem wann warum wieso weshalb wo woher wer der die das dem den
  des ein eine einen einem unser unsere unseren unserem unserer mein meine meinen ich wir uns ihr ihre haben hatten hat hatte
  habe ist sind waren wurde wurden wird gab gibt es im auf seit mit und oder nicht noch auch zu zur zum vom von bei bis
  ueber fuer als am kommen bekommen hatte steht stehen liegt bewertungen bewertung besuche besucher monat letzten letzter
  diesen diesem meisten vergleich bitte sichtbarkeit ziele aufgaben januar februar maerz mai juni juli oktober dezember okt
  dez jahr klicks rang platz konkurrenz wettbewerber kanal kanaele durchschnitt schnitt sterne rezensionen sitzungen
  erklaere bedeutet was ueberfaellig reichweite ueberblick`.split(/\s+/),
);
const ENGLISH = new Set(
  `how many much what which when why where who the a an our my your we us i do does did have has had is are were was get got
  of on since with and or not still to from by for than at per last this that month reviews review visits visitors best
  worst compare score goals tasks january february march may june july october december oct dec year clicks rank
  competitors channel average stars sessions explain mean show me can should`.split(/\s+/),
);

/** The language of a question in plain words: German, or else English. */
export function languageOfQuestion(text: string): 'en' | 'de' {
  const words = text.match(/[a-z]+/g) ?? [];
  const count = (known: Set<string>) => words.filter((word) => known.has(word)).length;
  return count(GERMAN) > count(ENGLISH) ? 'de' : 'en';
}
