import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

/** The choice between light, dark and the system's setting. */
export function Appearance() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.appearance')}>
          <Icon name="appearance" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            fw={scheme === colorScheme ? 600 : 400}
            aria-current={scheme === colorScheme || undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`shell.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
