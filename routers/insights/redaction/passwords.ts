import { type Detector, detector, isCount } from './detector.ts';

const START = String.raw`(?<![\p{L}\p{N}])`;
const PASSWORD =
  '(?:pass(?:word|wd|code|[ -]?phrase|wort| ?key)?|pwd|pw|kennwort|mot de passe|mdp|contrase(?:ñ|n)a|clave|senha|wachtwoord|has[łl]o|пароль)';
const SECRET = String.raw`(?:(?:\w{2,12}_)?secret(?:[ _-](?:access[ _-])?key)?|client[ _-]?secret|api[ _-]?key|(?:access|account|auth|private|shared|service)[ _-]?(?:key|token|secret)|refresh[ _-]?token|session[ _-]?(?:id|token)|token|credentials|cookie|signature|sig|pin(?: code| number)?|otp|cvv2?|cvc|(?:verification|security|2fa|one-time|access|backup|recovery) code)`;
const IS = String.raw`(?:["']?\s*(?:[:=→]|->|=>|:=)\s*|['’]s\s+|\s+(?:is|was|are|will be|set to|changed to|ist|lautet|est|es|é|jest|это)(?:\s*:\s*|\s+))`;
const QUOTED = String.raw`"[^"\n]{1,200}"|'[^'\n]{1,200}'|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|\x60[^\x60\n]{1,200}\x60`;

/** Words about passwords that are not passwords themselves. */
const COMMON_WORD =
  /^(?:an?|any|the|th(?:is|at|[eo]se)|my|our|your|their|its?|it's|not|no|never|always|only|also|just|still|now|then|too|very|so|as|at|in|on|of|for|from|to|by|with|without|about|after|before|being|been|be|and|or|but|if|when|where|why|what|which|how|who|one|two|three|us(?:ed|ing)|required|needed|necessary|mandatory|optional|wrong|right|correct|incorrect|invalid|valid|missing|empty|blank|forgotten|lost|expir(?:ed|ing)|resets?|changed|sent|shared|stored|saved|hashed|encrypted|protected|weak|strong|short|long|secure|safe|unsafe|broken|blocked|working|failing|rejected|accepted|entered|asked|hidden|visible|shown|(?:un)?known|(?:un)?available|important|better|worse|good|bad|new|old|easy|hard|difficult|up|down|slow|fast|rising|falling|growing|dropping|there|here|\p{L}+ly|falsch|richtig|nicht|faux|falso|incorrect[ao]?|[\d.,]{1,3}%?)$/iu;

const QUOTE = /^["'“„«\x60]/;
const trimPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
const isCommonWord = (found: string) =>
  !QUOTE.test(found) && COMMON_WORD.test(trimPunctuation(found.split(/\s/, 1)[0] ?? ''));

/** A passphrase contains no common words, except for the well-known `correct horse battery staple`. */
const isPhrase = (found: string) =>
  !found
    .replace(/^correct (?=horse)/i, '')
    .split(' ')
    .some((word) => COMMON_WORD.test(trimPunctuation(word)));

const STATED = new RegExp(String.raw`(?<keep>${START}${PASSWORD}${IS})(?:${QUOTED}|[^\s]{1,256})`, 'giu');
const STATED_SECRET = new RegExp(String.raw`(?<keep>${START}${SECRET}${IS})(?:${QUOTED}|[^\s]{3,2000})`, 'giu');
const ADJACENT = new RegExp(String.raw`(?<keep>${START}${PASSWORD}\s+\(?)(?:${QUOTED}|[^\s]{4,256})`, 'giu');
const CODE =
  /(?<keep>\b(?:pin|tan|otp|cvv2?|cvc|2fa|(?:verification|security|one-time|login|backup)[ -](?:code|pin))\s(?:code |number )?\(?)\d{3,8}(?![\d%]|[.,]\d)/giu;

const GROUPED_CODE = /(?<keep>(?<!\p{L})(?:code|otp|tan|pin)\s(?:is\s|ist\s|:\s)?)\d{3}[ -]\d{3}(?![\d.,])/giu;

/** `password for the site is …`: what it opens stands between. */
const OF_SOMETHING = new RegExp(
  String.raw`(?<keep>${START}(?:${PASSWORD}|login)\s(?:for|to|of|on|at|für|fürs|zu|zum|zur|von|vom|im|beim|pour|para|per)(?:\s[\p{L}\p{N}'’.-]{1,30}){1,4}?${IS})(?:${QUOTED}|[^\s]{4,256})`,
  'giu',
);

/** `hunter2 is my password` */
const NAMED_AFTER = new RegExp(
  String.raw`(?<![^\s"'(])(?:${QUOTED}|[^\s]{4,256})(?=\s(?:is|was|ist|est|es)\s(?:my|our|the|his|her|mein|mon|mi)\s(?:\p{L}{2,10}\s)?${PASSWORD}(?![\p{L}\p{N}]))`,
  'giu',
);

/** A passphrase of several words, up to the end of the clause: `passphrase is correct horse battery staple`. */
const PASSPHRASE = new RegExp(
  String.raw`(?<keep>${START}${PASSWORD}${IS})\p{L}{2,20}(?: \p{L}{2,20}){1,7}?(?=[.,;!?)|\n]|\s[|/–—-]\s|$| (?:and|but|so|can|please|why|what|how) )`,
  'giu',
);

/** Letters mixed with digits, or punctuation typical of passwords. */
const looksLikePassword = (text: string) =>
  QUOTE.test(text) || (/\d/.test(text) && /\p{L}/u.test(text)) || /[!#$^&*]./.test(text);

/** `password is …` in several languages, with or without the verb. */
export const PASSWORDS: Detector[] = [
  detector('password', PASSPHRASE, isPhrase),
  detector('password', STATED, (found) => trimPunctuation(found) !== '' && !isCommonWord(found)),
  detector('password', ADJACENT, looksLikePassword),
  detector('password', OF_SOMETHING, looksLikePassword),
  detector('password', NAMED_AFTER, (found) => looksLikePassword(found)),
  detector('secret', STATED_SECRET, (found) => (/\d/.test(found) || QUOTE.test(found)) && !isCommonWord(found)),
  detector('code', GROUPED_CODE, (_found, _before, after) => !isCount(after)),
  detector('code', CODE, (_found, _before, after) => !isCount(after)),
];
