import { Alert, Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';
import type { Draft } from './draft.ts';
import type { Tagged } from './tagged.ts';

/** Both versions of a page that somebody else has saved meanwhile, and the choice between them. */
export function Conflict({ draft, theirs }: { draft: Draft; theirs: Tagged }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const versions = [
    { label: t('contentPage.mine'), ...draft.text },
    {
      label: t('contentPage.theirs', { version: theirs.page.version, date: dateTime(theirs.page.updatedAt) }),
      ...theirs.page,
    },
  ];
  return (
    <Alert color="yellow" role="alert" title={t('contentPage.conflict')}>
      <Stack>
        <Text size="sm">{t('contentPage.conflictText')}</Text>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {versions.map(({ label, title, content }) => (
            <div key={label}>
              <Text fw={600} className="answer-text">
                {title}
              </Text>
              <Textarea label={label} readOnly value={content} rows={12} className="source" />
            </div>
          ))}
        </SimpleGrid>
        <Group>
          <Button loading={draft.save.isPending} onClick={() => draft.save.mutate({ over: theirs })}>
            {t('contentPage.keepMine')}
          </Button>
          <Button variant="default" onClick={() => draft.takeTheirs(theirs)}>
            {t('contentPage.takeTheirs')}
          </Button>
          <Button variant="subtle" onClick={draft.putOff}>
            {t('contentPage.goOn')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
