import { EMAIL_CHANGE, TOKEN_LIFE } from '../../../server/identity/lifetimes.ts';
import { oneLine, type Site } from '../../../server/mail/template.ts';
import type { Deletion, Invited } from './facts.ts';

const HOUR = 3_600_000;

const duration = (milliseconds: number) => {
  const hours = milliseconds / HOUR;
  if (hours > 48) return `${hours / 24} days`;
  return hours === 1 ? 'one hour' : `${hours} hours`;
};

const notYou = ({ host }: Site) =>
  `If this was not you, reset your password at ${host} now and inform an administrator of your organization.`;

const OFFICES = { administrator: 'An administrator', operator: 'The operator of the portal' };

const inviter = (by: Invited['by']) => (typeof by === 'string' ? OFFICES[by] : oneLine(by.name));

const CLEARED =
  'Your address had not been confirmed before, so someone else may have registered it. The second factor, passkeys, API keys, webhooks and invitations of the account were removed, as were its memberships in organizations that others administer. If one of these is yours, ask its administrator to invite you again. Please check the members of your own organization.';

const RECLAIMABLE = `The address of this account was changed to yours, and the previous address can take the account back for ${duration(EMAIL_CHANGE.undo)} after the change. If you did not request the change yourself, please do not use this account.`;

export const englishAccountMails = {
  verification:
    (token: string) =>
    ({ host, link }: Site) => ({
      subject: 'Confirm your email address',
      body: [
        `This address was registered with the client portal at ${host}. Please confirm that it is yours.`,
        link('Confirm email address', 'verify-email', token),
        `The link is valid for ${duration(TOKEN_LIFE.email_verification)}. If you did not register, please do not open it: it would confirm an account that someone else created with your address.`,
      ],
    }),

  confirmEmail:
    (token: string) =>
    ({ host, linkTo }: Site) => ({
      subject: 'Confirm your new email address',
      body: [
        `Someone asked to use this address for an account of the client portal at ${host}. Please confirm that it is yours.`,
        linkTo('Confirm email address', 'verify-email', { token, change: 'confirm' }),
        `The link is valid for ${duration(EMAIL_CHANGE.confirm)}. If you did not ask for this, please do not open it: it would link your address to someone else’s account.`,
      ],
    }),

  addressInUse:
    () =>
    ({ host, url }: Site) => ({
      subject: 'You already have an account',
      body: [
        `Someone tried to use this address for their account at ${host}. It already has an account, which was not changed.`,
        { label: 'Go to the portal', url },
        'If this was you, sign in with this address, or delete its account first. If not, you do not need to do anything.',
      ],
    }),

  emailChangeRequested: (token: string) => (site: Site) => ({
    subject: 'A change of your email address was requested',
    body: [
      `Someone who knows your password asked to change the email address of your account at ${site.host}. The change takes effect as soon as the new address is confirmed.`,
      'If this was you, you do not need to do anything. If not, keep your address:',
      site.linkTo('Keep this address', 'verify-email', { token, change: 'undo' }),
      `The link also works for ${duration(EMAIL_CHANGE.undo)} after the change.`,
    ],
  }),

  emailChanged: (token: string) => (site: Site) => ({
    subject: 'Your email address was changed',
    body: [
      `Your account at ${site.host} now uses a different email address. Please sign in with that one.`,
      'If this was not you, take your address back:',
      site.linkTo('Keep this address', 'verify-email', { token, change: 'undo' }),
      `The link is valid for ${duration(EMAIL_CHANGE.undo)}. Until then, nobody else can use this address.`,
    ],
  }),

  /** `token`: of a password reset. */
  emailChangeUndone:
    (token: string) =>
    ({ host, link }: Site) => ({
      subject: 'Your email address stays as it was',
      body: [
        `The change of the address of your account at ${host} was undone, and other sessions were signed out. If you did not request the change, someone knows your password. Please set a new one now.`,
        link('Set a new password', 'reset-password', token),
        `The link is valid for ${duration(TOKEN_LIFE.password_reset)} and works once.`,
      ],
    }),

  addressTakenBack: () => (site: Site) => ({
    subject: 'Your email address no longer belongs to an account',
    body: [
      `An account at ${site.host} that used your address has been restored to its previous address, as its owner requested. You can no longer sign in to it with this address. Anything written in it stays there.`,
      'If the account is yours, check the mailbox of its previous address: it has a link to set a new password.',
    ],
  }),

  sessionsEndedByAdmin:
    (organization: string) =>
    ({ host, url }: Site) => ({
      subject: 'You were signed out',
      body: [
        `An administrator of ${oneLine(organization)} ended your sessions in this organization at ${host}.`,
        { label: 'Sign in again', url },
        'If you do not know why, please ask an administrator of your organization.',
      ],
    }),

  accountDeleted:
    () =>
    ({ host }: Site) => ({
      subject: 'Your account was deleted',
      body: [
        `Your account at ${host} was deleted, and you were signed out everywhere. Content you wrote for your organizations stays with them, without your name.`,
        'If this was not you, please inform an administrator of your organization.',
      ],
    }),

  organizationDeletion:
    ({ organization, eraseAt }: Deletion) =>
    ({ host }: Site) => ({
      subject: 'Your organization will be deleted',
      body: [
        `An administrator of ${oneLine(organization)} at ${host} has requested its deletion. Nobody can access its data from now on, and it will be deleted on ${eraseAt.toISOString().slice(0, 10)}, along with the accounts of people who belong to no other organization.`,
        'If this is a mistake, please ask the operator of the portal before then to keep it.',
      ],
    }),

  emailCode:
    (code: string) =>
    ({ host }: Site) => ({
      subject: `Your code to sign in is ${code}`,
      body: [
        `Enter this code at ${host}, in the browser in which you asked for it:`,
        { heading: `Your code: ${code}` },
        'It is valid for ten minutes and works once. Nobody who works for us will ever ask you for it. If you did not ask for it, you can ignore this email.',
      ],
    }),

  passwordReset:
    (token: string) =>
    ({ host, link }: Site) => ({
      subject: 'Reset your password',
      body: [
        `We received a request to reset the password of your account at ${host}.`,
        link('Reset password', 'reset-password', token),
        `The link is valid for ${duration(TOKEN_LIFE.password_reset)} and works once. If you did not request it, you can ignore this email; your password will not change.`,
      ],
    }),

  invitation:
    ({ token, proof, organization, by, role }: Invited) =>
    ({ host, linkTo }: Site) => ({
      // Without a name, which somebody typed: a subject is shown as it is, and links in it are made clickable.
      subject: 'Invitation to the client portal',
      body: [
        `${inviter(by)} invites you to join ${oneLine(organization)} in the client portal at ${host}, as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
        linkTo('Accept the invitation', 'accept-invitation', { token, proof }),
        `The link is valid for ${duration(TOKEN_LIFE.invitation)}. If you do not know the sender, you can ignore this email.`,
      ],
    }),

  /**
   * `cleared`: the account was set up by somebody who never verified the address; `reclaimable`: and may take it back.
   */
  passwordChanged:
    ({ cleared = false, reclaimable = false } = {}) =>
    (site: Site) => ({
      subject: 'Your password was changed',
      body: [
        `The password of your account at ${site.host} was changed, and all other sessions were signed out.`,
        ...(cleared ? [CLEARED] : []),
        ...(cleared && reclaimable ? [RECLAIMABLE] : []),
        notYou(site),
      ],
    }),

  twoFactorOn: () => (site: Site) => ({
    subject: 'Two-factor sign-in was turned on',
    body: [
      `From now on, signing in to your account at ${site.host} requires a code from your authenticator app or one of your backup codes. Please keep the backup codes in a safe place. If you have not finished the setup, repeat it before you sign out.`,
      notYou(site),
    ],
  }),

  twoFactorOff: () => (site: Site) => ({
    subject: 'Two-factor sign-in was turned off',
    body: [`From now on, signing in to your account at ${site.host} requires only your password.`, notYou(site)],
  }),

  newBackupCodes: () => (site: Site) => ({
    subject: 'Your backup codes were replaced',
    body: [
      `New backup codes were created for your account at ${site.host}. The previous ones no longer work.`,
      notYou(site),
    ],
  }),

  /** An account that was there already has been linked to the identity provider of an organization. */
  identityLinked: (organization: string) => (site: Site) => ({
    subject: 'Single sign-on was linked to your account',
    body: [
      `From now on, the single sign-on of ${oneLine(organization)} signs in to your account at ${site.host}, as it verified your address.`,
      notYou(site),
    ],
  }),

  domainMissing: (domain: string) => (site: Site) => ({
    subject: 'A domain of your single sign-on will soon be lost',
    body: [
      `The TXT record that verifies ${domain} was not found in the DNS. If it is gone for three days, the people of the domain no longer sign in by single sign-on at ${site.host}. The settings of sign-in show the record.`,
    ],
  }),

  passkeyAdded: (name: string) => (site: Site) => ({
    subject: 'A passkey was added to your account',
    body: [
      `From now on, the passkey ${oneLine(name)} signs in to your account at ${site.host}, without a password or a code. You can remove it in the security settings.`,
      `${notYou(site)} A reset removes all passkeys.`,
    ],
  }),

  passkeyRemoved: (name: string) => (site: Site) => ({
    subject: 'A passkey was removed from your account',
    body: [`The passkey ${oneLine(name)} no longer signs in to your account at ${site.host}.`, notYou(site)],
  }),

  alreadyRegistered:
    () =>
    ({ host, url }: Site) => ({
      subject: 'You already have an account',
      body: [
        `Someone tried to register this address with the client portal at ${host}. It already has an account, which was not changed.`,
        { label: 'Go to the portal', url },
        'You can sign in there, or reset your password if you have forgotten it. If this was not you, you do not need to do anything.',
      ],
    }),
};
