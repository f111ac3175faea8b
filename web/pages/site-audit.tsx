import { Alert, Anchor, Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Page } from '../parts/page.tsx';
import { audit } from '../texts/en/audit.ts';
import { addTexts } from '../texts/texts.ts';
import { AuditChecks } from './site-audit/checks.tsx';
import { AuditPages } from './site-audit/pages.tsx';

addTexts(audit);

const meanOf = (scores: number[]) =>
  scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null;

export function SiteAuditPage() {
  const { t } = useTranslation();
  const { number, whole, date } = useFormat();
  const found = useQuery(api.visibility.siteAudit.queryOptions());
  const share = (check: { passed: number; total: number } | undefined) =>
    t('siteAudit.of', { part: whole(check?.passed ?? 0), whole: whole(check?.total ?? 0) });

  return (
    <Page title={t('pages.siteAudit')} lead={t('siteAudit.lead')}>
      <Answer of={found} height={480}>
        {({ data: { asOf, startUrl, pages, checks, failure } }) => {
          const check = (key: (typeof checks)[number]['key']) => checks.find((one) => one.key === key);
          return (
            <>
              {failure && (
                <Alert color="yellow" role="status">
                  {t('siteAudit.failed', {
                    date: date(failure.at),
                    reason: t(`siteAudit.failures.${failure.code}`),
                  })}{' '}
                  {asOf && t('siteAudit.kept')}
                </Alert>
              )}
              {asOf === null ? (
                <Empty>{t('siteAudit.none')}</Empty>
              ) : (
                <>
                  <Group gap="xs">
                    <Badge variant="light" className="tag">
                      {t('siteAudit.asOf', { date: date(asOf) })}
                    </Badge>
                    {startUrl && (
                      <Anchor href={startUrl} target="_blank" rel="noreferrer" underline="always" size="sm">
                        {startUrl}
                      </Anchor>
                    )}
                  </Group>
                  <Figures
                    figures={[
                      { label: t('siteAudit.pagesRead'), value: whole(pages.length) },
                      {
                        term: 'pageScore',
                        label: t('siteAudit.meanScore'),
                        value: number(meanOf(pages.map(({ score }) => score))),
                      },
                      { label: t('siteAudit.reachable'), value: share(check('status')) },
                      { term: 'aiCrawlers', label: t('siteAudit.crawlers'), value: share(check('ai_crawlers')) },
                    ]}
                  />
                  <AuditChecks checks={checks} />
                  {pages.length > 0 ? <AuditPages pages={pages} /> : <Text>{t('siteAudit.noPages')}</Text>}
                </>
              )}
            </>
          );
        }}
      </Answer>
    </Page>
  );
}
