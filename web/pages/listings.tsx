import { Anchor, Badge } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { market } from '../texts/en/market.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(market);

const COLORS = { verified: 'teal', candidate: 'yellow', not_found: 'red' } as const;

type Listing = inferRouterOutputs<AppRouter>['visibility']['listingHealth']['data']['directory_results'][number];

/** Whether a listing is the organization's for sure, and says something else than the organization. */
const differs = (row: Listing) =>
  row.verificationStatus === 'verified' &&
  [
    [row.listedName, row.nameMatch],
    [row.listedAddress, row.addressMatch],
    [row.listedPhone, row.phoneMatch],
    [row.listedDomain, row.domainMatch],
  ].some(([listed, agrees]) => listed !== null && !agrees);

function Agreement({ field, agrees, children }: { field: string; agrees: boolean; children: string | null }) {
  const { t } = useTranslation();
  if (children === null) return null;
  return (
    <div dir="auto">
      {children}{' '}
      {!agrees && (
        <Badge color="red" className="tag">
          {field} {t('listings.differs')}
        </Badge>
      )}
    </div>
  );
}

export function ListingsPage() {
  const { t } = useTranslation();
  const { whole, date } = useFormat();
  const listings = useList(
    api.visibility.listingHealth.queryKey({}),
    (page, how) => portal.visibility.listingHealth.query({ ...page, limit: 50 }, how),
    ({ data }) => data.directory_results,
  );
  const wrong = (listings.rows ?? []).filter(differs).length;

  return (
    <Page title={t('pages.listings')} lead={t('listings.lead')}>
      <Answer of={{ ...listings, data: listings.first }} height={480}>
        {({ data: { summary } }) =>
          summary.total === 0 ? (
            <Empty>{t('listings.none')}</Empty>
          ) : (
            <>
              <Figures
                figures={[
                  { label: t('listings.total'), value: whole(summary.total) },
                  {
                    term: 'verified',
                    label: t('listings.states.verified'),
                    value: whole(summary.verified),
                    // Of a list that goes on, not all are here to be counted.
                    note: !listings.hasNextPage && wrong > 0 && t('listings.correctNote', { count: wrong }),
                  },
                  { term: 'candidate', label: t('listings.states.candidate'), value: whole(summary.candidate) },
                  { label: t('listings.states.not_found'), value: whole(summary.not_found) },
                ]}
              />
              <Part title={t('listings.details')}>
                <DataTable
                  caption={t('listings.details')}
                  rows={listings.rows ?? []}
                  keyOf={({ directory }) => directory}
                  columns={[
                    {
                      head: t('listings.directory'),
                      cell: ({ directory, listingUrl }) =>
                        listingUrl ? (
                          <Anchor href={listingUrl} target="_blank" rel="noreferrer" underline="always">
                            {directory}
                          </Anchor>
                        ) : (
                          directory
                        ),
                    },
                    {
                      head: t('listings.status'),
                      cell: (row) => (
                        <Badge color={differs(row) ? 'yellow' : COLORS[row.verificationStatus]} className="tag">
                          {t(differs(row) ? 'listings.toCorrect' : `listings.states.${row.verificationStatus}`)}
                        </Badge>
                      ),
                    },
                    {
                      head: t('listings.listed'),
                      cell: (row) => (
                        <>
                          <Agreement field={t('listings.name')} agrees={row.nameMatch}>
                            {row.listedName}
                          </Agreement>
                          <Agreement field={t('listings.address')} agrees={row.addressMatch}>
                            {row.listedAddress}
                          </Agreement>
                          <Agreement field={t('listings.phone')} agrees={row.phoneMatch}>
                            {row.listedPhone}
                          </Agreement>
                          <Agreement field={t('listings.domain')} agrees={row.domainMatch}>
                            {row.listedDomain}
                          </Agreement>
                        </>
                      ),
                    },
                    { head: t('listings.checked'), cell: ({ checkedAt }) => date(checkedAt) },
                  ]}
                />
                <More of={listings} />
              </Part>
            </>
          )
        }
      </Answer>
    </Page>
  );
}
