// As words are compared: in lower case, without accents, and without dots where single letters stand between them.
// Not among them: words that end the names of trades and places too, such as `se` and `company`.
const FORMS = `
llc, pllc, llp, lp, inc, incorporated, ltd, limited, corp, corporation, plc, pc, pty, cic, dac, clg, unlimited company,
private limited company, public limited company, limited liability company, limited liability partnership,
gmbh, ggmbh, mbh, ug, ug haftungsbeschrankt, ug haftungsbeschraenkt, ag, kg, kgaa, ohg, gbr, ek, e k, partg,
partg mbb, partgmbb, gesellschaft mit beschrankter haftung, gesellschaft mit beschraenkter haftung, aktiengesellschaft,
gesmbh, ges mbh, gesellschaft mbh, sarl, s a r l, sa rl, sas, s a s, sasu, sa, s a, snc, s n c, eurl, selarl,
sl, s l, slu, s l u, slp, sau, srl, s r l, srls, sapa, lda, bv, b v, nv, n v, vof, cv, bvba,
sp z oo, sp z o o, spolka z oo, sp zoo, sp j, sp k, spolka akcyjna, sro, s r o, doo, d o o, dd, kft, zrt, nyrt,
aps, ab, aktiebolag, hb, oy, oyj, asa, uab, sia, ou, eood, ood`;

// Words in other names, such as Harmony Spa: forms only as they are written.
const WRITTEN = /[\s,](?:S\.\s?p\.\s?A\.?|SpA|e\.\s?V\.?|eV|[Aa]\.\s?[Ss]\.?|[AI]\/S|AS)$/;

const END = new RegExp(
  `(?: (?:${FORMS.split(',')
    .map((form) => form.trim())
    .sort((one, other) => other.length - one.length)
    .join('|')}))+$`,
);

// `GmbH & Co. KG`: what stands before belongs to the form.
const GENERAL_PARTNER = / (?:gmbh|ug|ag|se|ltd|limited|sarl)(?: (?:haftungsbeschrankt|haftungsbeschraenkt))? and co$/;

/** The words of a name without a legal form at the end, which directories often omit. */
export const withoutLegalForm = (words: string) => words.replace(END, '').replace(GENERAL_PARTNER, '');

/** The same for forms that only dots and capitals tell from other words; for a name as it is written. */
export const withoutWrittenForm = (name: string) => name.trimEnd().replace(WRITTEN, '');
