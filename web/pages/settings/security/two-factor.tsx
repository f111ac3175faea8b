import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { codeOf } from '../../../api/errors.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { Part } from '../../../parts/part.tsx';
import { useSend } from '../../../parts/send.ts';
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
    inputOf: ({ code }) => ({ code: code.trim() }),
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
  const made = setup.data;
  const confirmed = sent.isSuccess;

  return (
    <Part title={t('security.twoFactor')} text={t(enabled ? 'security.on' : 'security.off')}>
      <Stack align="flex-start">
        <FormError error={failed} />
        {asksPassword && (
          <PasswordInput
            label={t('security.confirmWith')}
            w={320}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('fields.show') }}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
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
        {made && confirmed && <BackupCodes text={t('security.done')} codes={made.backupCodes} />}
        {regenerate.data && <BackupCodes text={t('security.regenerated')} codes={regenerate.data.backupCodes} />}
        {enabled && (!made || confirmed) && (
          <Group>
            <Button
              variant="default"
              loading={regenerate.isPending}
              onClick={() => regenerate.mutate(proof, { onSuccess: forgetSetup })}
            >
              {t('security.regenerate')}
            </Button>
            <Button color="red" variant="light" loading={disable.isPending} onClick={turnOff}>
              {t('security.turnOff')}
            </Button>
          </Group>
        )}
        {!enabled && !made && (
          <Button loading={setup.isPending} onClick={() => setup.mutate(proof)}>
            {t('security.setUp')}
          </Button>
        )}
      </Stack>
    </Part>
  );
}
