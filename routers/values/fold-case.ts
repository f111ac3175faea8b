/**
 * Text by Unicode's full case folding: STRASSE, Straße and STRAẞE are one. Lowering, raising and lowering again folds
 * every character as CaseFolding.txt does (compared for all of them), but for the dotless ı, which is no i there.
 */
export const foldCase = (text: string) =>
  text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı');
