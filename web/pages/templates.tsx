import { Badge, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { useIndustry } from '../parts/industries.ts';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useMayWrite } from '../parts/support.ts';
import { useFormDialog } from '../parts/unsent.ts';
import { content } from '../texts/en/content.ts';
import { addTexts } from '../texts/texts.ts';
import { useContentType } from './content/content-type.ts';
import { type Template, UseTemplate } from './templates/use-template.tsx';

addTexts(content);

function TemplateCard({ template }: { template: Template }) {
  const { t } = useTranslation();
  const { opened: using, open, close } = useFormDialog(template.id);
  const mayWrite = useMayWrite();
  const word = useContentType();
  const industry = useIndustry();
  const { name, description, category, vertical, contentFormat, body } = template;
  return (
    <Part
      title={name}
      text={description ?? undefined}
      aside={
        <Button size="xs" aria-label={t('templatesPage.useOf', { name })} disabled={!mayWrite} onClick={open}>
          {t('templatesPage.use')}
        </Button>
      }
    >
      <UseTemplate template={template} opened={using} onClose={close} />
      <Group gap="xs" mb="sm">
        {[category && word(category), vertical && industry(vertical), t(`contentPage.formats.${contentFormat}`)].map(
          (fact) => fact && <Badge key={fact}>{fact}</Badge>,
        )}
      </Group>
      <details>
        <summary>{t('templatesPage.outline')}</summary>
        <Text size="sm" className="answer-text source">
          {body}
        </Text>
      </details>
    </Part>
  );
}

export function TemplatesPage() {
  const { t } = useTranslation();
  const templates = useList(
    api.templates.queryKey({}),
    (page, how) => portal.templates.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Page title={t('pages.templates')} lead={t('templatesPage.lead')}>
      <Answer of={{ ...templates, data: templates.rows }} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('templatesPage.none')}</Empty>
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {rows.map((template) => (
                  <TemplateCard key={template.id} template={template} />
                ))}
              </SimpleGrid>
              <More of={templates} />
            </>
          )
        }
      </Answer>
    </Page>
  );
}
