import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { PageLink } from '../../../parts/link.tsx';
import { Part } from '../../../parts/part.tsx';

/** Whether members need a second step of signing in. Only those who have one themselves can ask for it. */
export function RequireTwoFactor({ required, hasOwn }: { required: boolean; hasOwn: boolean }) {
  const { t } = useTranslation();
  const update = useMutation({ ...api.auth.org.update.mutationOptions(), meta: { shown: true } });
  return (
    <Part title={t('organizationPage.twoFactor')} text={t('organizationPage.twoFactorText')}>
      <FormError error={update.error} />
      <Switch
        label={t('organizationPage.requireTwoFactor')}
        checked={required}
        disabled={update.isPending || (!required && !hasOwn)}
        onChange={({ currentTarget }) => update.mutate({ requireTwoFactor: currentTarget.checked })}
      />
      {!required && !hasOwn && (
        <PageLink to="/settings/security" size="sm">
          {t('organizationPage.twoFactorFirst')}
        </PageLink>
      )}
    </Part>
  );
}
