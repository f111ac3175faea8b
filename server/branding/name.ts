/** A brand name that is safe in texts, in headings and before the sender's address. */
export const BRAND_NAME_FORM = /^[^\p{Cc}\p{Zl}\p{Zp}<>"@\\]{1,60}$/u;

// A comma between words would begin another sender.
const quoted = (name: string) => (/^[\p{L}\p{N} '-]+$/u.test(name) ? name : `"${name}"`);

/** The sender of mails under a name: the address alone, or that of another sender. */
export const senderOf = (name: string, sender: string) =>
  `${quoted(name)} <${/<(?<address>.+)>$/.exec(sender)?.groups?.address ?? sender}>`;
