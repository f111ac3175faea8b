/** What an invitation says. */
export interface Invited {
  /** The organization. */
  orgId?: string;
  token: string;
  /** The second secret of the link, which is nowhere but in the mail: it proves the mailbox. */
  proof: string;
  organization: string;
  /** Who invites: somebody by name, or an office. */
  by: { name: string } | 'administrator' | 'operator';
  role: 'admin' | 'member';
}

/** What is said when an organization is to be deleted. */
export interface Deletion {
  clientId: string;
  organization: string;
  eraseAt: Date;
}
