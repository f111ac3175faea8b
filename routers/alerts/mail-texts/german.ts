import { oneLine } from '../../../server/mail/template.ts';
import { formatDateIn } from '../../values/date-formats.ts';
import type { englishAlert } from './english.ts';
import type { AlertFacts } from './facts.ts';

const format = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

const FIGURES: Record<AlertFacts['alert']['metric'], string> = {
  visibility_score: 'Der Sichtbarkeitswert',
  mention_rate: 'Der Anteil der KI-Antworten, die Sie nennen,',
  review_rating: 'Die durchschnittliche Bewertung der letzten 12 Monate',
  sessions: 'Die Zahl der Besuche in 7 Tagen',
  conversions: 'Die Zahl der Anfragen in 7 Tagen',
  clicks: 'Die Zahl der Klicks in der Suche in 7 Tagen',
  listing_errors: 'Die Zahl der fehlerhaften Verzeichniseinträge',
};

const written = (value: number, { metric }: AlertFacts['alert']) =>
  metric === 'mention_rate' ? `${format.format(value)} %` : format.format(value);

function condition({ when, value, metric }: AlertFacts['alert']) {
  if (when === 'moved' || value === null) return 'hat sich deutlich verändert';
  const amount =
    metric === 'mention_rate' && when !== 'below' && when !== 'above'
      ? `${format.format(value)} ${value === 1 ? 'Punkt' : 'Punkte'}`
      : written(value, { metric, when, value });
  return {
    below: `liegt unter ${amount}`,
    above: `liegt über ${amount}`,
    drops_by: `ist um mindestens ${amount} gesunken`,
    rises_by: `ist um mindestens ${amount} gestiegen`,
  }[when];
}

export const germanAlert: typeof englishAlert = ({ organization, timezone, alert, firing, times }) => {
  const day = (at: Date) => formatDateIn('de-DE', timezone, 'long', at);
  const end = firing.endValue === null ? '' : `: ${written(firing.endValue, alert)}`;
  const sentence = `${FIGURES[alert.metric]} ${condition(alert)}`;
  return ({ host, linkTo }) => ({
    subject: firing.endedAt ? `Vorbei: ${sentence}` : sentence,
    body: [
      `Das ist eine Warnung, die Sie für ${oneLine(organization)} auf ${host} eingerichtet haben.`,
      `${sentence}: ${written(firing.value, alert)} am ${day(firing.at)}.`,
      ...(firing.endedAt ? [`Das ist seit dem ${day(firing.endedAt)} vorbei${end}.`] : []),
      ...(times > 1 ? [`Seit der letzten Nachricht wurde sie ${times}-mal ausgelöst.`] : []),
      linkTo('Zur Warnung', 'settings/alerts', {}),
    ],
  });
};
