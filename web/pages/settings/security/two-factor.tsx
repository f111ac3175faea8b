import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnUsername } from '../../../accounts/username.tsx';
import { api } from '../../../api/client.ts';
import { codeOf } from '../../../api/errors.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';
import { bareCode } from '../../../parts/values.ts';
import { BackupCodes } from './backup-codes.tsx';

const shown = { meta: { shown: true } };

/** The second step of signing in: set up with a code that proves it, new backup codes, turned off. */
export function TwoFactor({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const setup = useMutation({ ...api.auth.twoFactor.setup.mutationOptions(), ...shown });
  const disable = useMutation({ ...api.auth.twoFactor.disable.mutationOptions(), ...shown });
  const regenerate = useMutation({ ...api.auth.twoFactor.regenerateBackupCodes.mutationOptions(), ...shown });
  const { form, submit, sending, error, sent } = useSend({ code: '' }, api.auth.twoFactor.confirm.mutationOptions(), {
    inputOf: ({ code }) => ({ code: bareCode(code) }),
    onAnswer: () => undefined,
  });
  /** The codes of the setup are void once there are new ones, or none. */
  const forgetSetup = () => {
    setup.reset();
    sent.reset();
    form.reset();
  };
  const turnOff = () =>
    disable.mutate(proof, {
      onSuccess() {
        forgetSetup();
        regenerate.reset();
      },
    });

  const failed = setup.error ?? disable.error ?? regenerate.error;
  // A session that is an hour old has to prove who uses it.
  const asksPassword = codeOf(failed) === 'REAUTH_REQUIRED' || password !== '';
  const proof = password ? { password } : {};
  const setUp = () => setup.mutate({ ...proof, pending: true });
  /** Enter in the field of the password repeats the one step that needs no choice. */
  const proveAgain = (event: FormEvent) => {
    event.preventDefault();
    if (!enabled && !setup.data) setUp();
  };
  const made = setup.data;
  const confirmed = sent.isSuccess;

  return (
    <Part title={t('security.twoFactor')} text={t(enabled ? 'security.on' : 'security.off')}>
      <Stack align="flex-start">
        <FormError error={failed} />
        {asksPassword && (
          <form onSubmit={proveAgain} noValidate>
            <OwnUsername />
            <PasswordInput
              label={t('security.confirmWith')}
              w={320}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('fields.show') }}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </form>
        )}
        {made && !confirmed && (
          <form onSubmit={submit} noValidate>
            <Stack align="flex-start">
              <Text>{t('security.scan')}</Text>
              <img src={made.qrCodeUrl} alt={t('security.qr')} width="200" height="200" />
              <Text size="sm" className="secret">
                {t('security.byHand', { secret: made.secret })}
              </Text>
              <FormError error={error} />
              <Group align="flex-end">
                <TextInput
                  label={t('fields.code')}
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  {...form.getInputProps('code')}
                />
                <Button type="submit" loading={sending}>
                  {t('security.confirm')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
        {made && confirmed && <BackupCodes text={t('security.done')} codes={sent.data?.backupCodes ?? []} />}
        {regenerate.data && <BackupCodes text={t('security.regenerated')} codes={regenerate.data.backupCodes} />}
        {enabled && (!made || confirmed) && (
          <Group>
            <ConfirmButton
              action={t('security.regenerate')}
              title={t('security.regenerateTitle')}
              text={t('security.regenerateText')}
              loading={regenerate.isPending}
              onConfirm={() => regenerate.mutate(proof, { onSuccess: forgetSetup })}
            />
            <ConfirmButton
              action={t('security.turnOff')}
              title={t('security.turnOffTitle')}
              text={t('security.turnOffText')}
              color="red"
              variant="light"
              loading={disable.isPending}
              onConfirm={turnOff}
            />
          </Group>
        )}
        {!enabled && !made && (
          <Button loading={setup.isPending} onClick={setUp}>
            {t('security.setUp')}
          </Button>
        )}
      </Stack>
    </Part>
  );
}
