import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answer.tsx';
import { ButtonLink, PageLink } from '../../parts/link.tsx';
import { Part } from '../../parts/part.tsx';
import type { useSteps } from './use-steps.ts';

type Step = ReturnType<ReturnType<typeof useSteps>['stepsOf']>[number];

/** What somebody can do who finds no figures yet, and is no administrator. */
export function NothingYet({ steps }: { steps: Step[] }) {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        <Group gap="sm" justify="center">
          {steps.map(({ step, to }) => (
            <ButtonLink key={step} to={to} variant="default">
              {t(`overview.steps.${step}`)}
            </ButtonLink>
          ))}
        </Group>
      }
    >
      {t('overview.noFigures')}
    </Empty>
  );
}

const HIDDEN = 'first-steps';

function isHidden() {
  try {
    return localStorage.getItem(HIDDEN) === 'hidden';
  } catch {
    return false;
  }
}

/** The first steps of administrators, until all are done or somebody hides them in this browser. */
export function FirstSteps({ steps }: { steps: Step[] }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(isHidden);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (hidden || done === steps.length) return null;
  const hide = () => {
    setHidden(true);
    try {
      localStorage.setItem(HIDDEN, 'hidden');
    } catch {
      // Hidden on this page alone.
    }
  };
  return (
    <Part
      title={t('overview.firstSteps')}
      text={t('overview.stepsDone', { done, count: steps.length })}
      aside={
        <Button variant="default" size="xs" onClick={hide}>
          {t('overview.hideSteps')}
        </Button>
      }
    >
      <ol className="plain-list steps">
        {steps.map(({ step, to, isDone }) => (
          <li key={step}>
            <span className={isDone ? 'step done' : 'step'} aria-hidden />
            <div>
              {isDone ? (
                <Text c="dimmed">
                  {t(`overview.steps.${step}`)} <span className="visually-hidden">{t('overview.stepDone')}</span>
                </Text>
              ) : (
                <>
                  <PageLink to={to}>{t(`overview.steps.${step}`)}</PageLink>
                  <Text size="sm" c="dimmed">
                    {t(`overview.stepTexts.${step}`)}
                  </Text>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}
