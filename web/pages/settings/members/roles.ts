import { useTranslation } from 'react-i18next';

const ROLES = ['admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The roles of members, for a field that chooses one. */
export function useRoles() {
  const { t } = useTranslation();
  return ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }));
}
