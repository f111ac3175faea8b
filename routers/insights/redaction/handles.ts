import { type Detector, detector } from './detector.ts';

const NETWORK =
  '(?:insta(?:gram)?|ig|twitter|tik ?tok|telegram|skype|discord|snap(?:chat)?|signal|threads|mastodon|facebook|fb|linkedin|xing|wechat|threema|bluesky|reddit|twitch|messenger|viber|icq|matrix|paypal|venmo)';
const HANDLE = String.raw`(?:@[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,40}(?<![.])|(?:live:|\.cid\.)?[\p{L}_](?=[\p{L}_.-]*[\d_.:#])[\p{L}\p{N}_.:#-]{2,40}(?<![.:]))`;

/** `skype: gary.law22`, `my insta is @jo.vet`, `insta handle @molly` */
const NAMED = new RegExp(
  String.raw`(?<keep>(?<![\p{L}\p{N}@./])(?:${NETWORK}|handle|user ?name|nickname|benutzername|nutzername|nick)(?:[^\p{L}\p{N}\n@]{0,3}(?:handle|name|user|username|account|id|konto|profil|profile|me|is|ist|at|unter|:|=|an))*[^\p{L}\p{N}\n@]{1,3})${HANDLE}`,
  'giu',
);
/** `follow @jo`, `dm @jo`: a handle alone may be the organization’s own. */
const ADDRESSED =
  /(?<keep>(?<!\p{L})(?:follow|dm|message|contact|ping|text|tag(?:ged)?|ask|by|from|cc|thank|folge|schreib|kontaktiere|von|markiert?|add|my|mein(?:e)?|her|his|handle|username)\s)@[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,40}(?<![.])/giu;
const ACTING =
  /(?<![\p{L}\p{N}@./])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,40}(?<![.])(?=\s(?:tagged|mentioned|commented|messaged|dm['’]?e?d|texted|asked|wrote|said|says|hat uns|hat geschrieben|schreibt|schrieb|fragt)(?!\p{L}))/giu;
const PROFILE =
  /(?<keep>(?<![\p{L}\p{N}])(?:(?:www\.|m\.|de\.|[a-z]{2}\.)?(?:facebook|fb|instagram|twitter|x|tiktok|threads|snapchat|reddit|medium|github|xing|linkedin|twitch|pinterest)\.(?:com|net|de)\/(?:in\/|user\/|u\/|profile\/|add\/|people\/)?|t\.me\/|wa\.me\/|telegram\.me\/|m\.me\/|discord\.gg\/|calendly\.com\/|paypal\.me\/|bsky\.app\/profile\/|linktr\.ee\/))(?!(?:company|pages|groups|business|ads|events|watch|sharer|help|search|hashtag|explore|marketplace|in|p|reel)(?:[\s/?]|$))@?[\p{L}\p{N}_][\p{L}\p{N}_.%+-]{1,60}(?<![.])/giu;
const TAGGED = /(?<![\p{L}\p{N}])[\p{L}_][\p{L}\p{N}_.]{1,31}#\d{4}(?!\d)/gu;

/** Names of people in social networks and messengers. */
export const SOCIAL_HANDLES: Detector[] = [
  detector('handle', PROFILE),
  detector('handle', NAMED),
  detector('handle', ADDRESSED),
  detector('handle', ACTING),
  detector('handle', TAGGED),
];
