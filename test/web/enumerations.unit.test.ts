import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import document from '../../openapi/openapi.json' with { type: 'json' };
import { INVOICE_STATES, periodEndOf, SUBSCRIPTION_STATES } from '../../web/pages/billing/states.ts';

const FILES = [
  'alerts',
  'audit',
  'channels',
  'common',
  'content',
  'figures-in',
  'market',
  'measuring',
  'operator',
  'prospects',
  'reporting',
  'organization',
  'settings',
  'signing-in',
  'visibility',
  'webhooks',
  'work',
];

async function textsIn(language: string) {
  const modules = await Promise.all(FILES.map((name) => import(`../../web/texts/${language}/${name}.ts`)));
  return Object.assign({}, ...modules.map((module) => Object.values(module)[0]));
}

type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The values of all enumerations below a part of the document, with their places. */
function enumerationsOf(node: unknown, place: string): { place: string; values: string[] }[] {
  if (!isNode(node)) return [];
  const own = Array.isArray(node.enum) ? node.enum.filter((value) => typeof value === 'string') : [];
  return [
    ...(own.length > 0 ? [{ place, values: own }] : []),
    ...Object.entries(node).flatMap(([key, value]) =>
      enumerationsOf(value, ['properties', 'items', 'anyOf', '0'].includes(key) ? place : `${place}.${key}`),
    ),
  ];
}

/** Enumerations that the pages show, and the texts of their values. */
const SHOWN: Record<string, string[]> = {
  'ActionItem.priority': ['levels.priority', 'levels.impact', 'levels.effort'],
  'ActionItem.status': ['tasks.states'],
  'ActionPlanItem.status': ['plan.item'],
  'AeoEvidenceGrade.criteria.key': ['aiSearch.criteria'],
  'AeoEvidenceGrade.grade': ['aiSearch.grade', 'aiSearch.gradeText'],
  'AeoHistoryPoint.change.notComparable.reason': ['aiSearch.reasons'],
  'AeoHistoryPoint.change.verdict': ['aiSearch.verdicts'],
  'Alert.channels': ['alertsPage.channels'],
  'Alert.metric': ['alertsPage.metrics'],
  'Alert.when': ['alertsPage.conditions', 'alertsPage.sentences'],
  'ApiKey.scopes': ['keysPage.scopes'],
  'AssistantGrant.scopes': ['consent.scopes', 'assistantsPage.scopes'],
  'AuditCheck.key': ['siteAudit.names', 'siteAudit.why'],
  'AuditPage.issues': ['siteAudit.names'],
  'CalendarEntry.status': ['calendarPage.states'],
  'Client.status': ['operatorPage.states'],
  'ClientExport.status': ['exportsPart.states'],
  'Connection.dataLimits.limit': ['connections.limits'],
  'Connection.kind': ['connections.property'],
  'Connection.problem': ['connections.causes'],
  'Connection.status': ['connections.states'],
  'DirectoryListing.verificationStatus': ['listings.states'],
  'Goal.status': ['goals.states'],
  'InsightAnswer.sources': ['insights.source'],
  'InsightRun.run_type': ['insights.kinds'],
  'Measurement.leftOut.reason': ['measuring.leftOutWhy'],
  'Measurement.schedule.every': ['measuring.intervals'],
  'Measurement.scores': ['measuring.scoresFrom'],
  'MeasurementRun.status': ['measuring.states'],
  'MeasurementRun.trigger': ['measuring.triggers'],
  'Member.role': ['members.roles'],
  'OperatorGrant.connections.kind': ['connections.property'],
  'OperatorGrant.connections.problem': ['connections.causes'],
  'OperatorGrant.connections.status': ['connections.states'],
  'Organization.questionText': ['organizationPage.questionText'],
  'Page.contentFormat': ['contentPage.formats', 'contentPage.sources'],
  'Page.status': ['contentPage.states'],
  'PageActivity.type': ['contentPage.events'],
  'OperatorReport.status': ['reporting.states'],
  'ListedClient.measurement.status': ['prospects.states'],
  'ListedClient.measurement.waitsFor': ['prospects.waitsFor'],
  'ReportTemplate.period': ['reporting.kinds'],
  'ReportTemplate.sections': ['reporting.parts'],
  'SingleSignOn.domains.problem': ['ssoPart.problems'],
  'SiteAudit.failure.code': ['siteAudit.failures'],
  'RunAnswer.marks.kind': ['measuring.marks'],
  'Suggestion.status': ['suggestionsPage.states'],
  'VisibilityRecommendation.status': ['plan.recommendation'],
  'Webhook.format': ['webhooksPage.formats'],
  'WebhookDelivery.error': ['webhooksPage.errors'],
  'WebhookDelivery.status': ['webhooksPage.states'],
  'WebsiteAnalytics.connectedSources.dataLimits.limit': ['website.limits'],
  'WebsiteAnalytics.connectedSources.status': ['website.states'],
  'WebsiteAnalytics.usersBasis': ['website.usersOf'],
};

/** Enumerations that no page shows, or that developers read by their own names. */
const NOT_SHOWN = [
  // Said by the names of pages, which the type checker asks for.
  'ActionItem.about',
  'ActionItem.source',
  'AeoAnswer.facts.kind',
  'AeoMetrics.coverage',
  'AeoMetrics.queryMode',
  'CalendarEntry.source',
  'Client.modules',
  'Connection.managedBy',
  'ErrorCode',
  'ImportReceipt.recognized',
  'Measurement.engines.engine',
  'OperatorReport.findings.kind',
  'PeopleChange.action',
  'Profile.operatorRole',
  'ReportTemplate.language',
  'Roi.period',
  'Webhook.events',
];

/** What is exchanged with the insights service. */
const OF_INSIGHTS = /^(InsightContext|InsightQuestion|InsightScorePart|QuestionTopics)\b/;

const schemas: Record<string, unknown> = document.components.schemas;
const all = Object.entries(schemas)
  .flatMap(([name, schema]) => enumerationsOf(schema, name))
  .filter(({ place }) => !OF_INSIGHTS.test(place));
const keyOf = (values: string[]) => values.toSorted().join(' ');
const valuesAt = (wanted: string) => all.find(({ place }) => place === wanted)?.values ?? [];

it('every enumeration of an answer has texts, or is known not to be shown', () => {
  const known = new Set([...Object.keys(SHOWN), ...NOT_SHOWN].map((place) => keyOf(valuesAt(place))));

  expect(known).not.toContain('');
  expect(all.filter(({ values }) => !known.has(keyOf(values)))).toEqual([]);
});

const at = (texts: unknown, path: string) =>
  path.split('.').reduce((node, key) => (isNode(node) ? node[key] : {}), texts);

/** A text with forms of the plural is there by its own name too. */
const withPlurals = (texts: unknown) =>
  isNode(texts)
    ? {
        ...texts,
        ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key.replace(/_other$/, ''), text])),
      }
    : texts;

describe.each(['en', 'de'])('in the language %s', (language) => {
  it.each(Object.entries(SHOWN))('every value of %s has a text', async (place, paths) => {
    const texts = await textsIn(language);

    for (const path of paths)
      expect(withPlurals(at(texts, path))).toMatchObject(
        Object.fromEntries(valuesAt(place).map((value) => [value, expect.stringMatching(/./)])),
      );
  });

  it('every status of a subscription and an invoice has a text', async () => {
    const texts = await textsIn(language);
    const ofStripe = {
      active: true,
      canceled: true,
      incomplete: true,
      incomplete_expired: true,
      past_due: true,
      paused: true,
      trialing: true,
      unpaid: true,
    } satisfies Record<Stripe.Subscription.Status, true>;
    const ofInvoices = { draft: true, open: true, paid: true, uncollectible: true, void: true } satisfies Record<
      Stripe.Invoice.Status,
      true
    >;

    expect(Object.keys(at(texts, 'billingPage.states') as Node).sort()).toEqual(
      [...Object.keys(ofStripe), 'none'].sort(),
    );
    expect(SUBSCRIPTION_STATES.toSorted()).toEqual([...Object.keys(ofStripe), 'none'].sort());
    expect(Object.keys(at(texts, 'billingPage.invoiceStates') as Node).sort()).toEqual(Object.keys(ofInvoices).sort());
    expect(INVOICE_STATES.toSorted()).toEqual(Object.keys(ofInvoices).sort());
  });
});

it('only a subscription that is billed on renews, and only one that goes on so far ends', () => {
  const said = SUBSCRIPTION_STATES.map((status) => [status, periodEndOf(status, false), periodEndOf(status, true)]);

  expect(said.filter(([, goesOn]) => goesOn)).toEqual([
    ['active', 'renews', 'ends'],
    ['trialing', 'renews', 'ends'],
    ['past_due', 'renews', 'ends'],
  ]);
  expect(said.filter(([, , cancelled]) => cancelled)).toHaveLength(3);
});
