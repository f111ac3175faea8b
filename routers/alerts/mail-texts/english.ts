import { oneLine, type Site } from '../../../server/mail/template.ts';
import { formatDateIn } from '../../values/date-formats.ts';
import type { AlertFacts } from './facts.ts';

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const FIGURES: Record<AlertFacts['alert']['metric'], string> = {
  visibility_score: 'The visibility score',
  mention_rate: 'The share of AI answers that name you',
  review_rating: 'The average rating over 12 months',
  sessions: 'The number of visits in 7 days',
  conversions: 'The number of leads in 7 days',
  clicks: 'The number of clicks in search in 7 days',
  listing_errors: 'The number of wrong listings',
};

const written = (value: number, { metric }: AlertFacts['alert']) =>
  metric === 'mention_rate' ? `${format.format(value)}%` : format.format(value);

function condition({ when, value, metric }: AlertFacts['alert']) {
  if (when === 'moved' || value === null) return 'has clearly moved';
  const amount =
    metric === 'mention_rate' && when !== 'below' && when !== 'above'
      ? `${format.format(value)} ${value === 1 ? 'point' : 'points'}`
      : written(value, { metric, when, value });
  return {
    below: `is below ${amount}`,
    above: `is above ${amount}`,
    drops_by: `has dropped by ${amount} or more`,
    rises_by: `has risen by ${amount} or more`,
  }[when];
}

export const englishAlert = ({ organization, timezone, alert, firing, times }: AlertFacts) => {
  const day = (at: Date) => formatDateIn('en-US', timezone, 'long', at);
  const isOver = firing.endedAt !== null;
  const end = firing.endValue === null ? '' : `: ${written(firing.endValue, alert)}`;
  return ({ host, linkTo }: Site) => ({
    subject: isOver
      ? `Over: ${FIGURES[alert.metric]} ${condition(alert)}`
      : `${FIGURES[alert.metric]} ${condition(alert)}`,
    body: [
      `This is an alert that you made for ${oneLine(organization)} at ${host}.`,
      `${FIGURES[alert.metric]} ${condition(alert)}: ${written(firing.value, alert)} on ${day(firing.at)}.`,
      ...(firing.endedAt ? [`That is over since ${day(firing.endedAt)}${end}.`] : []),
      ...(times > 1 ? [`It fired ${times} times since the last message.`] : []),
      linkTo('See the alert', 'settings/alerts', {}),
    ],
  });
};
