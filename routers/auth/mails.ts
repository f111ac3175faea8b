import { TOKEN_LIFE } from '../../server/identity/lifetimes.ts';
import { type Letter, oneLine, type Site } from '../../server/mail/letter.ts';

const HOUR = 3_600_000;

const duration = (milliseconds: number) => {
  const hours = milliseconds / HOUR;
  if (hours > 48) return `${hours / 24} days`;
  return hours === 1 ? 'one hour' : `${hours} hours`;
};

const notYou = ({ host }: Site) =>
  `If this was not you, reset your password at ${host} now and inform an administrator of your organization.`;

interface Invitation {
  token: string;
  organization: string;
  invitedBy: string;
  role: 'admin' | 'member';
}

export const verificationMail = (token: string): Letter => ({
  kind: 'verification',
  write: ({ host, link }) => ({
    subject: 'Verify your email address',
    body: [
      `This address was registered with the client portal at ${host}. Please verify that it is yours.`,
      link('Verify email address', 'verify-email', token),
      `The link is valid for ${duration(TOKEN_LIFE.email_verification)}. If you did not register, please do not open it: it would confirm an account that somebody else created with your address.`,
    ],
  }),
});

export const passwordResetMail = (token: string): Letter => ({
  kind: 'passwordReset',
  write: ({ host, link }) => ({
    subject: 'Reset your password',
    body: [
      `We received a request to reset the password of your account at ${host}.`,
      link('Reset password', 'reset-password', token),
      `The link is valid for ${duration(TOKEN_LIFE.password_reset)} and works once. If you did not request it, you can ignore this email; your password will not change.`,
    ],
  }),
});

export const invitationMail = ({ token, organization, invitedBy, role }: Invitation): Letter => ({
  kind: 'invitation',
  write: ({ host, link }) => ({
    // Without a name, which somebody typed: a subject is shown as it is, and links in it are made clickable.
    subject: 'Invitation to the client portal',
    body: [
      `${oneLine(invitedBy)} invites you to join ${oneLine(organization)} in the client portal at ${host}, as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
      link('Accept the invitation', 'accept-invitation', token),
      `The link is valid for ${duration(TOKEN_LIFE.invitation)}. If you do not know the sender, you can ignore this email.`,
    ],
  }),
});

const CLEARED =
  'Your address had not been verified before, so somebody else may have registered it. The second factor, API keys and invitations of the account were removed, and its memberships in organizations that others administer: if one of them is yours, ask its administrator to invite you again. Please check the members of your own organization.';

/** `cleared`: the account was set up by somebody who never verified the address, and their access was removed. */
export const passwordChangedMail = ({ cleared = false } = {}): Letter => ({
  kind: 'passwordChanged',
  write: (site) => ({
    subject: 'Your password was changed',
    body: [
      `The password of your account at ${site.host} was changed, and all other sessions were signed out.`,
      ...(cleared ? [CLEARED] : []),
      notYou(site),
    ],
  }),
});

export const twoFactorOnMail = (): Letter => ({
  kind: 'twoFactorOn',
  write: (site) => ({
    subject: 'Two-factor authentication was turned on',
    body: [
      `From now on, signing in to your account at ${site.host} requires a code from your authenticator app or one of your backup codes. Please keep the backup codes in a safe place. If you have not finished the setup, repeat it before you sign out.`,
      notYou(site),
    ],
  }),
});

export const twoFactorOffMail = (): Letter => ({
  kind: 'twoFactorOff',
  write: (site) => ({
    subject: 'Two-factor authentication was turned off',
    body: [`From now on, signing in to your account at ${site.host} requires only your password.`, notYou(site)],
  }),
});

export const newBackupCodesMail = (): Letter => ({
  kind: 'newBackupCodes',
  write: (site) => ({
    subject: 'Your backup codes were regenerated',
    body: [
      `New backup codes were created for your account at ${site.host}. The previous ones no longer work.`,
      notYou(site),
    ],
  }),
});

export const alreadyRegisteredMail = (): Letter => ({
  kind: 'alreadyRegistered',
  write: ({ host, url }) => ({
    subject: 'You already have an account',
    body: [
      `Someone tried to register this address with the client portal at ${host}. It already has an account, which was not changed.`,
      { label: 'Go to the portal', url },
      'You can sign in there, or reset your password if you have forgotten it. If this was not you, no action is needed.',
    ],
  }),
});
