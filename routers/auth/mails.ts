import { TOKEN_LIFE } from '../../server/identity/lifetimes.ts';
import type { Letter, Site } from '../../server/mail/letter.ts';

const HOUR = 3_600_000;

const lasting = (milliseconds: number) => {
  const hours = milliseconds / HOUR;
  if (hours > 48) return `${hours / 24} days`;
  return hours === 1 ? 'one hour' : `${hours} hours`;
};

// Names are what somebody typed: one line each, or they could pass for more of the mail than they are.
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

const NOT_YOU = ({ host }: Site) =>
  `If this was not you, ask for a new password at ${host} at once, and tell an administrator of your organization.`;

interface Invitation {
  token: string;
  organization: string;
  invitedBy: string;
  role: 'admin' | 'member';
}

export const verificationMail = (token: string): Letter => ({
  kind: 'verification',
  write: ({ host, link }) => ({
    subject: 'Confirm your e-mail address',
    body: [
      `This address was registered with the client portal at ${host}. Please confirm that it is yours.`,
      link('Confirm the address', 'verify-email', token),
      `The link is good for ${lasting(TOKEN_LIFE.email_verification)}. If you did not register, you can ignore this mail.`,
    ],
  }),
});

export const passwordResetMail = (token: string): Letter => ({
  kind: 'passwordReset',
  write: ({ host, link }) => ({
    subject: 'Choose a new password',
    body: [
      `Somebody, most likely you, asked for a new password for your account at ${host}.`,
      link('Choose a new password', 'reset-password', token),
      `The link is good for ${lasting(TOKEN_LIFE.password_reset)} and works once. If you did not ask for it, you can ignore this mail: your password stays as it is.`,
    ],
  }),
});

export const invitationMail = ({ token, organization, invitedBy, role }: Invitation): Letter => ({
  kind: 'invitation',
  write: ({ host, link }) => ({
    subject: `Invitation to ${oneLine(organization)}`,
    body: [
      `${oneLine(invitedBy)} invites you to join ${oneLine(organization)} in the client portal at ${host}, as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
      link('Accept the invitation', 'accept-invitation', token),
      `The link is good for ${lasting(TOKEN_LIFE.invitation)}. If you do not know who this is, you can ignore this mail.`,
    ],
  }),
});

export const passwordChangedMail = (): Letter => ({
  kind: 'passwordChanged',
  write: (site) => ({
    subject: 'Your password was changed',
    body: [
      `The password of your account at ${site.host} was changed. Wherever else you were signed in, you have been signed out.`,
      NOT_YOU(site),
    ],
  }),
});

export const twoFactorOnMail = (): Letter => ({
  kind: 'twoFactorOn',
  write: (site) => ({
    subject: 'Two-factor sign-in was turned on',
    body: [
      `From now on, signing in to your account at ${site.host} takes a code from your authenticator, or one of your backup codes. Please keep those in a safe place.`,
      NOT_YOU(site),
    ],
  }),
});

export const twoFactorOffMail = (): Letter => ({
  kind: 'twoFactorOff',
  write: (site) => ({
    subject: 'Two-factor sign-in was turned off',
    body: [`From now on, your password alone opens your account at ${site.host}.`, NOT_YOU(site)],
  }),
});

export const newBackupCodesMail = (): Letter => ({
  kind: 'newBackupCodes',
  write: (site) => ({
    subject: 'You have new backup codes',
    body: [
      `New backup codes were made for your account at ${site.host}. The ones from before no longer work.`,
      NOT_YOU(site),
    ],
  }),
});

export const alreadyRegisteredMail = (): Letter => ({
  kind: 'alreadyRegistered',
  write: ({ host, url }) => ({
    subject: 'You have an account already',
    body: [
      `Somebody, perhaps you, tried to register this address with the client portal at ${host}. It has an account already, and nothing about it was changed.`,
      { label: 'Go to the portal', url },
      'There you can sign in, or ask for a new password if you have forgotten yours. If this was not you, you need not do anything.',
    ],
  }),
});
