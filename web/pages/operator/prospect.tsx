import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyLink } from '../../parts/copy-link.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { Part } from '../../parts/part.tsx';
import { WinForm, type Won } from './win-form.tsx';

export type Prospect = inferRouterOutputs<AppRouter>['operator']['clients']['list']['data'][number];

const DAY = 24 * 3600 * 1000;

const daysLeft = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / DAY));

/** What has become of the measurement of a prospect. */
function Measured({ prospect: { name, measurement } }: { prospect: Prospect }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  if (!measurement) return null;
  const { status, done, total, waitsFor } = measurement;
  const counts = { count: total, done: whole(done), total: whole(total) };
  return (
    <div>
      <Text size="sm" role={status === 'running' ? 'status' : undefined}>
        {waitsFor ? t(`prospects.waitsFor.${waitsFor}`, counts) : t(`prospects.states.${status}`, counts)}
      </Text>
      {status === 'running' && total > 0 && (
        <Progress value={(100 * done) / total} aria-label={t('prospects.answers', { name })} mt={4} maw={320} />
      )}
    </div>
  );
}

/** A link to the report on a prospect. */
export interface Pitch {
  url: string;
  expiresAt: string;
}

interface PitchLinkContents {
  prospect: Pick<Prospect, 'id' | 'name'>;
  made: Pitch | undefined;
  onMade: (pitch: Pitch) => void;
}

/** Makes links to the report on a prospect. The portal shows each once, and mails none. */
function PitchLink({ prospect: { id, name }, made, onMade }: PitchLinkContents) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const pitch = useMutation({
    ...api.operator.clients.pitch.mutationOptions({
      // A repeated request is answered without the secret.
      onSuccess: ({ url, expiresAt }) => url && onMade({ url, expiresAt }),
    }),
    meta: { shown: true },
  });
  const mail = (pitched: Pitch) => {
    const said = { name, url: pitched.url, date: date(pitched.expiresAt) };
    const [subject, body] = [t('prospects.mailSubject', said), t('prospects.mailBody', said)].map(encodeURIComponent);
    return `mailto:?subject=${subject}&body=${body}`;
  };
  return (
    <div>
      <FormError error={pitch.error} />
      <Button
        variant="default"
        loading={pitch.isPending}
        aria-label={t('prospects.pitchOf', { name })}
        onClick={() => pitch.mutate({ id })}
      >
        {t('prospects.pitch')}
      </Button>
      {made && (
        <Alert color="teal" role="status" mt="sm">
          {t('prospects.pitched', { date: date(made.expiresAt) })}
          <CopyLink url={made.url}>
            <Button component="a" href={mail(made)} size="xs" variant="default">
              {t('prospects.mail')}
            </Button>
          </CopyLink>
        </Alert>
      )}
    </div>
  );
}

interface Contents {
  prospect: Prospect;
  mayChange: boolean;
  /** The link made last, while the page is open. */
  pitch: Pitch | undefined;
  onPitch: (pitch: Pitch) => void;
  onWon: (won: Won) => void;
}

/** A prospect: how far its measurement is, what to send to it, and what becomes of it. */
export function ProspectPart({ prospect, mayChange, pitch, onPitch, onWon }: Contents) {
  const { t } = useTranslation();
  const { id, name, prospectUntil, measurement } = prospect;
  const keep = useMutation({ ...api.operator.clients.keep.mutationOptions(), meta: { shown: true } });
  const erase = useMutation({ ...api.operator.clients.erase.mutationOptions(), meta: { shown: true } });
  return (
    <Part
      title={name}
      text={prospectUntil ? t('prospects.daysLeft', { count: daysLeft(prospectUntil) }) : undefined}
      aside={
        mayChange && (
          <Group gap="xs">
            <Button
              variant="default"
              loading={keep.isPending}
              aria-label={t('prospects.keepOf', { name })}
              onClick={() => keep.mutate({ id })}
            >
              {t('prospects.keep')}
            </Button>
            <ConfirmButton
              action={t('prospects.erase')}
              label={t('prospects.eraseOf', { name })}
              title={t('prospects.eraseTitle', { name })}
              text={t('prospects.eraseText')}
              loading={erase.isPending}
              onConfirm={() => erase.mutate({ id, name })}
            />
          </Group>
        )
      }
    >
      <Stack>
        <FormError error={keep.error ?? erase.error} />
        <Measured prospect={prospect} />
        <PageLink to="/operator/clients/$id" params={{ id }} size="sm" aria-label={t('prospects.detailsOf', { name })}>
          {t('prospects.details')}
        </PageLink>
        {mayChange && measurement?.status === 'completed' && (
          <PitchLink prospect={prospect} made={pitch} onMade={onPitch} />
        )}
        {mayChange && <WinForm id={id} name={name} onWon={onWon} />}
      </Stack>
    </Part>
  );
}
