import { countryOf } from '../../../visibility/public.ts';

// Time zones of the United States and Canada, without `America/` and `Pacific/`.
const NORTH_AMERICAN = `Adak Anchorage Boise Chicago Denver Detroit Honolulu Juneau Los_Angeles Menominee Metlakatla
  New_York Nome Phoenix Sitka Yakutat Cambridge_Bay Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax
  Inuvik Iqaluit Moncton Montreal Rankin_Inlet Regina Resolute St_Johns Swift_Current Toronto Vancouver Whitehorse
  Winnipeg Yellowknife`.split(/\s+/);

const IS_NORTH_AMERICAN = new RegExp(
  `^((America|Pacific)/(${NORTH_AMERICAN.join('|')}|(Indiana|Kentucky|North_Dakota)/.+)|(US|Canada)/.+)$`,
);

/** A size of paper as CSS names it, with its measures. */
export interface Paper {
  size: 'A4' | 'letter';
  width: string;
  height: string;
}

const A4: Paper = { size: 'A4', width: '210mm', height: '297mm' };
const LETTER: Paper = { size: 'letter', width: '8.5in', height: '11in' };

interface Place {
  address: string | null;
  timezone: string | null;
}

/** The paper that an organization prints on: Letter in the United States and Canada, A4 everywhere else. */
export const paperOf = ({ address, timezone }: Place): Paper =>
  IS_NORTH_AMERICAN.test(timezone ?? '') && !countryOf({ address, timezone: null }) ? LETTER : A4;
