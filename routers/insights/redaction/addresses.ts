import { OTHER_ADDRESSES } from './addresses/elsewhere.ts';
import { ENGLISH_ADDRESSES } from './addresses/english.ts';
import { GERMAN_ADDRESSES } from './addresses/german.ts';
import { type Detector, detector, isCount, where } from './detector.ts';

const PATTERNS = [...OTHER_ADDRESSES, ...GERMAN_ADDRESSES, ...ENGLISH_ADDRESSES];

/** Street addresses in several languages, with the town if it follows. */
export const ADDRESSES: Detector[] = [
  where(
    /\d/,
    PATTERNS.map((pattern) => detector('address', pattern, (_found, _before, after) => !isCount(after))),
  ),
];
