// The interface for other domains.
export { voidEmailChange } from './account/email-changes.ts';
export { unsubscribeUrl } from './account/unsubscribe-link.ts';
export { findReader, readersOf } from './account/wanted-mails.ts';
export { mailboxOf, withinMailLimit } from './mail-limits.ts';
export { invitationMail } from './mails.ts';
export { issueToken, voidTokens } from './one-time-tokens.ts';
export { Branding, readBranding } from './org/branding.ts';
export { CreatedInvitation, storeInvitation, withLink } from './org/pending-invitations.ts';
export { Organization, OrganizationEdit, staleVersions } from './org/record.ts';
export { verifiedAdministrators } from './org/verified.ts';
export { addressesOf, removePersonalTraces } from './removal/personal-traces.ts';
export { AccountEmail, Email, Name, OrgId, OrgName, PersonName, UserId } from './shapes.ts';
export { newSecondFactor, showSecondFactor } from './two-factor/second-factor.ts';
export { clearAllFailures } from './wrong-passwords.ts';
