/** What only people do, after a given name in small letters that is a word too. */
export const SAID =
  /^ (?:said|says|told|asked|asks|wants|wanted|thinks|thought|wrote|complained|replied|emailed|called|texted|quit|work|works|know|knows|hates|meint|meinte|sagt|sagte|fragt|fragte|schreibt|schrieb|findet|glaubt|denkt|behauptet|kündigt)(?!\p{L})/iu;

const ANY = String.raw`(?<!\p{L})`;

/** After these a name follows, in small letters too. */
export const INTRODUCED =
  /(?<!\p{L})(?:my (?:full |first |last )?name(?:[’']s| is|:)|(?:full|first|last|contact|patient|customer|client) name(?: is|:)|i am called|i go by|ich hei(?:ß|ss)e|mein name ist|namens|je m['’]appelle|mi nombre es|me llamo|mi chiamo|meu nome é|o nome|(?:guy|man|woman|lady|girl|kid|patient|guest|client|someone|somebody|person|anyone|friend|colleague|who(?:[’']s|se| is)) (?:called|named|name is))\s$/iu;

/** After these a capital is a name. */
export const EXPECTED = new RegExp(
  String.raw`${ANY}(?:(?:signed(?: by)?|author|autor(?:in)?|from|absender|to|an|empfänger(?:in)?|name|contact|attn|client|guest|gast|kund(?:e|in)|patient(?:in)?|user|ansprechpartner(?:in)?|kontakt|verfasser(?:in)?|bearbeiter(?:in)?|manager|owner|inhaber(?:in)?|name on the \p{L}{3,12}(?: is| should be)?|name should be):\s|signed by\s|author\s|cc:?\s|attn\.?:?\s|c/o\s|care of\s|z\.\s?hd\.\s|i\.\s?a\.\s|i\.\s?v\.\s|named\s|(?:name|it) (?:on the \p{L}{3,12} )?(?:is|should be)\s|(?:inhaber|chef|kunde|kundin|bewerter|bewertende|bewertende[rn]|gast|patient|patientin|er|sie)(?:in)? hei(?:ß|ss)t\s|(?:bewertung|rezension|kommentar|review|comment|testimonial|complaint|feedback|mail|email|call|message) (?:von|from|by|of)\s|@)$`,
  'iu',
);

/** After these a word of the lexicon is a name, also if it is a place, and in English any capital. */
export const ADDRESSED =
  /(?<!\p{L})(?:ask|asked|asking|tell|told|telling|thank|thanked|remind|reminded|inform|notify|invite|invited|met|hire|hired|fire|fired|let|lost|according to|thanks to|laut|lt\.|frag|frage|fragt|fragen sie|sag|sage|sagt|sagen sie|bitte|grüß|dank|informiere|kontaktiere|bei|(?:i['’]m|i am|this is|hier ist|hier spricht|hier schreibt|es schreibt|es grüßt|grüßt|need|needs|want|hate|love|miss|blame|trust|ich bin|bin(?: ich)?|ich bin (?:die|der)|hier|named|called|by|heißt|heisst|hi|hello|hey|hallo|liebe[r]?|dear|moin|servus|grüezi|guten (?:tag|morgen))),?\s(?:mal\s|doch\s|bitte\s|einmal\s)?$/iu;

/** At the end of a text, after a close. */
export const CLOSED =
  /(?<!\p{L})(?:regards|best(?: wishes| regards)?|cheers|thanks|thank you|many thanks|thx|ty|sincerely|yours(?: truly| sincerely| faithfully)?|love|ciao|lg|vg|mfg|grüße|gruß|grüßen|grüßle|danke(?: schön| dir| euch| ihnen)?|gez\.|greetings)\s?[,.!–—-]?\s+$/iu;

/** Greetings after which a capital is a name. */
export const GREETED =
  /^\W{0,3}(?:hi|hello|hey|dear|hallo|liebe[r]?|moin|servus|grüezi|guten (?:tag|morgen)|good (?:morning|afternoon))[,!]?\s$/iu;

/** What only people do. */
export const SPEECH =
  /^(?:['’]s (?:wife|husband|mail|email|review|phone|number|account|dashboard|login|posts?|pages?|reports?|blog|comments?|goals?|role|article|question|numbers|request|feedback|patients?|team|idea|name|photo|bio)\b|,?\s(?:(?:who|der|die|hat|has|had|also|just|still|already|always|never|even|only|then|later|recently|immer|auch|noch|schon|gestern|heute)\s)?(?:said|says|saying|tells|told|asks|asked|wants|wanted|thinks|thought|wrote|writes|complained|complains|replied|replies|claims|claimed|believes|reckons|swears|insists|emailed|called|phoned|texted|booked|paid|quit|resigned|disagrees?|agrees?|hates|forgot|promised|suggested|keeps|rated|booked|invoiced|mentioned|noticed|presented|reviewed|published|cited|gave us|left us|sent|gets|moved to|lives|needs|likes|runs|works|joined|started|finished|approved|signed|sagt|sagte|meint|meinte|fragt|fragte|will|möchte|schreibt|schrieb|behauptet|behauptete|findet|fand|glaubt|denkt|braucht|erzählt|beschwert|hinterließ|bewertete|gab uns|rief|ruft|bat|bittet|wünscht|kündigte|bestellte|buchte|wohnt|heißt|soll|arbeitet|leitet|macht|geschrieben|gesagt|gekündigt|am apparat|here\b|from (?:the|our|accounts|accounting|marketing|sales|reception)|aus (?:der|dem)|vom|von der|von unserem))(?!\p{L})/iu;

/** Contact details after a name, which marks have replaced. */
export const WITH_CONTACT =
  /^[\s,:;(<[–-]{1,4}(?:tel\.?:?|born|geb\.?|dob|\(?dob|at|mail|e-mail:?|phone:?)?\s?\(?\[(?:email|phone|date|ssn|iban|number|address|handle)\]/i;
/** Contact details before a name. */
export const AFTER_CONTACT = /\[(?:address|iban|card|phone|email)\][,:]?\s?(?:of |von |for |für |is |from |- |– )?$/i;

/** `, our bookkeeper` and `(our web dev)` after a name. */
export const OWNED =
  /^,?\s\(?(?:our|my|the|unsere?|meine?|der|die|your|a|an)\s(?:(?:new|neue[rs]?|old|web|office|dental|front desk|sales|social media)\s)?(\p{L}+)/iu;

/** Before names of places. */
export const PLACED =
  /(?<!\p{L})(?:in|at|near|around|of|to|on|via|into|across|outside|downtown|greater|than|beat|vs\.?|like|using|visit|the|our|this|with the|and|or|compare)\s$/iu;

/** What people and tools do. */
export const DOES =
  /^ (?:send|see|finish|get (?:a|an|the|access|in)|have (?:access|to)|say|think|reply|publish|approve|edit|delete|handle|manage|allowed|available|at your|at our|on the (?:phone|campaign|team)|who|she|he|left|quit|haben? den|hat den|hat die|hat im|will den|kennt|kam die|kam der|macht|kümmert|übernimmt|schickt|anrufen|fragen)(?!\p{L})/iu;

/** After a given name at the beginning of a sentence, where the word itself may be an order. */
export const PREDICATE =
  /^(?: \p{Lu}\p{L}+)? (?:did|does|has|had|is|was|will|can|could|would|should|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t|hat|hatte|ist|war|wird|kann|soll|geht|kommt|kam|vergibt|gab|macht|bekommt|fehlt|opened|made|built|set|took|changed|moved|left|hat's|and|und)(?!\p{L})/u;
