import { type MailTemplate, mailTemplates } from '../../server/mail/template.ts';
import { englishAccountMails } from './mail-texts/english.ts';
import type { Deletion, Invited } from './mail-texts/facts.ts';
import { germanAccountMails } from './mail-texts/german.ts';

const template = mailTemplates({ en: englishAccountMails, de: germanAccountMails });

export const verificationMail = template('verification');
export const confirmEmailMail = template('confirmEmail');
export const addressInUseMail = template('addressInUse');
export const emailChangeRequestedMail = template('emailChangeRequested');
export const emailChangedMail = template('emailChanged');
/** Its token is that of a password reset. */
export const emailChangeUndoneMail = template('emailChangeUndone');
/** To the address that an account had until its change was undone. */
export const addressTakenBackMail = template('addressTakenBack');
export const sessionsEndedByAdminMail = template('sessionsEndedByAdmin');
export const accountDeletedMail = template('accountDeleted');
export const passwordResetMail = template('passwordReset');
/**
 * `cleared`: the account was set up by somebody who never verified the address, and their access was removed.
 * `reclaimable`: an address that the account had before can still take it back.
 */
export const passwordChangedMail = template('passwordChanged');
export const twoFactorOnMail = template('twoFactorOn');
export const twoFactorOffMail = template('twoFactorOff');
export const newBackupCodesMail = template('newBackupCodes');
export const passkeyAddedMail = template('passkeyAdded');
export const passkeyRemovedMail = template('passkeyRemoved');
export const identityLinkedMail = template('identityLinked');
export const domainMissingMail = template('domainMissing');
export const alreadyRegisteredMail = template('alreadyRegistered');

export const organizationDeletionMail = (deletion: Deletion): MailTemplate => ({
  ...template('organizationDeletion')(deletion),
  about: deletion.clientId,
});

export const emailCodeMail = template('emailCode');

export const invitationMail = (invitation: Invited): MailTemplate => ({
  ...template('invitation')(invitation),
  ...(invitation.orgId && { about: invitation.orgId }),
});
