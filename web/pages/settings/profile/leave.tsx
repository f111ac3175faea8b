import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portal } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useNewSession } from '../../../shell/new-session.ts';

/** Leaves the organization: the session goes on in the one used before, or ends. */
export function LeaveOrganization({ organization }: { organization: string }) {
  const { t } = useTranslation();
  const begin = useNewSession();
  const leave = useMutation({
    // No data of this organization stays in the cache, nor is it requested again.
    async mutationFn() {
      await portal.auth.org.leave.mutate({});
      await begin('/');
    },
    meta: { shown: true },
  });
  return (
    <Part title={t('profile.leave')} text={t('profile.leaveText', { organization })}>
      <FormError error={leave.error} />
      <ConfirmButton
        action={t('profile.leave')}
        title={t('profile.leaveTitle', { organization })}
        text={t('profile.leaveWarning')}
        loading={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </Part>
  );
}
