import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOrganizations } from './use-organizations.ts';

/** The name of the organization, and the others of this person. */
export function OrganizationSwitch() {
  const { t } = useTranslation();
  const { name, others, goTo, isPending } = useOrganizations();
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" loading={isPending} aria-label={`${t('shell.organization')}: ${name}`}>
          {name} ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((organization) => (
          <Menu.Item key={organization.id} onClick={() => goTo(organization.id)}>
            {organization.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
