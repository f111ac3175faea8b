import { parse } from 'tldts';

const SCHEME = /[a-z][a-z\d+-]*:\/\//iu;
const MAIL_ADDRESS = /\S@[^\s@]+\.[^\s@]/u;
const WITH_PATH = /[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}\p{N}-]{2,}\/\S/u;
const HOST = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu;

// What NFKC leaves of characters that read as a full stop. One in the middle of a line is no dot between two l
// (col·lega).
const LOW_DOTS = /[。۔܁܂ꓸ𐩐]/gu;
const MIDDLE_DOTS = /(?<!l)[·•‧∙⋅・](?=[a-z])|(?<=l)[·•‧∙⋅・](?=[a-km-z])/giu;
// evil[.]com, evil (dot) com, evil . com
const SET_OFF_DOTS = /\s*[[({<]\s*(?:\.|dot)\s*[\])}>]\s*|\s+\.\s+/giu;

// Endings of sites and hardly of names: before these a single letter is a site as well.
const SITES_ONLY = /\.(?:com|net|org|info|biz|edu|gov|mil|int|arpa|app|dev|xyz|io|ai)$/i;
// Before other endings one or two letters are initials more often (J.Co, U.S.Dental), and titles are titles
// (Dr.Med.Weber).
const INITIALS_OR_TITLE =
  /^(?:[\p{sc=Latin}\d]{1,2}|dent|dipl|dott|dra|ing|jun|mag|med|mme|mrs|prof|rev|sen|sra|vet)$/iu;

function isSite(host: string) {
  const { isIcann, isIp, domainWithoutSuffix } = parse(host, { validateHostname: false });
  if (isIp || /^www\./i.test(host)) return true;
  if (!isIcann || !domainWithoutSuffix) return false;
  return SITES_ONLY.test(host) || !INITIALS_OR_TITLE.test(domainWithoutSuffix);
}

/**
 * Whether a text holds a web or email address, or what mail programs turn into a link: a scheme, a path, a known
 * domain.
 */
export function holdsAddress(text: string) {
  // Characters that read the same as others: some programs link them too, and people read past them.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(LOW_DOTS, '.')
    .replaceAll(MIDDLE_DOTS, '.')
    .replaceAll(SET_OFF_DOTS, '.');
  if ([SCHEME, MAIL_ADDRESS, WITH_PATH].some((address) => address.test(plain))) return true;
  return (plain.match(HOST) ?? []).some(isSite);
}
