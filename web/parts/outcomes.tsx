import { Button, Container, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MissingCode, reloadOnce } from '../api/code.ts';
import { isAway, sentenceOf, statusOf } from '../api/errors.ts';
import { untilReachable } from '../api/reach.ts';
import { useBrandName } from '../look/brand.ts';
import { ButtonLink } from './link.tsx';

/** Says that there is no such page. */
export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('notFound.title')} · ${useBrandName()}`);
  return (
    <Stack align="flex-start">
      <Title order={1}>{t('notFound.title')}</Title>
      <Text c="dimmed">{t('notFound.text')}</Text>
      <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
    </Stack>
  );
}

const PAUSE = 3000;

/**
 * The page after a failure. After an update of the portal it reloads; where the portal was unreachable or busy, it says
 * so, and tries again by itself.
 */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const again = () => {
    reset();
    router.invalidate();
  };
  const away = isAway(error);
  useEffect(() => {
    if (error instanceof MissingCode) reloadOnce();
  }, [error]);
  const retry = useEffectEvent(again);
  useEffect(() => {
    let isOpen = true;
    // A portal that is well may still be too busy for calls.
    const timer = setTimeout(() => away && untilReachable().then(() => isOpen && retry()), PAUSE);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [away, error]);
  return (
    <Container component="main" size="xs" py="4rem">
      <Stack align="flex-start" role="alert">
        <Title order={1}>{t('errors.title')}</Title>
        <Text c="dimmed">
          {away ? t(statusOf(error) ? 'errors.busy' : 'errors.offline') : (sentenceOf(error) ?? t('errors.unexpected'))}
        </Text>
        <Button onClick={again}>{t('again')}</Button>
      </Stack>
    </Container>
  );
}

/** The placeholder of a page while its code is loaded. */
export function WaitingPage() {
  const { t } = useTranslation();
  return (
    <Stack p="lg" aria-busy="true" aria-label={t('loading')} role="status">
      <Skeleton height={40} width={240} />
      <Skeleton height={160} />
      <Skeleton height={320} />
    </Stack>
  );
}
