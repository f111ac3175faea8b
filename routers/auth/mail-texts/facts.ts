/** What an invitation says. */
export interface Invited {
  /** The organization. */
  orgId?: string;
  token: string;
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
