// The interface for other domains.
export { voidEmailChange } from './account/email-changes.ts';
export { unsubscribeUrl } from './account/unsubscribe-link.ts';
export { findReader, readersOf } from './account/wanted-mails.ts';
export { endGrants } from './assistants/grants.ts';
export { mailboxOf, withinMailLimit } from './mail-limits.ts';
export { invitationMail } from './mails.ts';
export { issueToken, voidTokens } from './one-time-tokens.ts';
export { MadeApiKey, makeApiKey, NewApiKey } from './org/api-keys.ts';
export { Branding, readBranding } from './org/branding.ts';
export { CreatedInvitation, storeInvitation, withLink } from './org/pending-invitations.ts';
export { Organization, OrganizationEdit, QuestionText, staleVersions } from './org/record.ts';
export { verifiedAdministrators } from './org/verified.ts';
export { readerLanguage } from './reader-language.ts';
export { addressesOf, removePersonalTraces, removeReasons } from './removal/personal-traces.ts';
export { AccountEmail, Email, Name, OrgId, OrgName, PersonName, requireKnownZone, UserId } from './shapes.ts';
export { forgetPending } from './two-factor/pending.ts';
export { newSecondFactor, showSecondFactor } from './two-factor/second-factor.ts';
export { clearAllFailures } from './wrong-passwords.ts';
