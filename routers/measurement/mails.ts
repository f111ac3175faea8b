import { mailTemplates, oneLine, type Site } from '../../server/mail/template.ts';
import type { LeftOut } from './shapes.ts';

interface RunLeftOut {
  organization: string;
  reason: LeftOut;
}

const ENGLISH: Record<LeftOut, string> = {
  RUN_IN_PROGRESS: 'The run before it is still under way. Run less often, or ask fewer questions.',
  PLAN_LIMIT: 'Its answers do not fit into what the plan grants this month. Ask less, or ask for a larger plan.',
  BUDGET_EXCEEDED: 'Its answers do not fit into the budget of this month. Ask less, or have the budget raised.',
  RUN_TOO_LARGE: 'It would ask for more than 2,000 answers. Ask fewer questions, or each less often.',
  NOTHING_TO_ASK: 'There is no question, or no assistant to ask: perhaps the portal has lost its key.',
};

const GERMAN: Record<LeftOut, string> = {
  RUN_IN_PROGRESS: 'Die Messung davor läuft noch. Messen Sie seltener oder stellen Sie weniger Fragen.',
  PLAN_LIMIT:
    'Ihre Antworten passen nicht in das, was der Tarif in diesem Monat umfasst. Fragen Sie weniger oder bitten Sie um einen größeren Tarif.',
  BUDGET_EXCEEDED:
    'Ihre Antworten passen nicht in das Budget dieses Monats. Fragen Sie weniger oder lassen Sie das Budget erhöhen.',
  RUN_TOO_LARGE: 'Sie würde mehr als 2.000 Antworten verlangen. Stellen Sie weniger Fragen oder jede Frage seltener.',
  NOTHING_TO_ASK:
    'Es gibt keine Frage oder keinen Assistenten, den das Portal fragen kann: Vielleicht fehlt ihm inzwischen der Schlüssel.',
};

const en = {
  runLeftOut:
    ({ organization, reason }: RunLeftOut) =>
    ({ host, linkTo }: Site) => ({
      subject: 'A scheduled measurement was left out',
      body: [
        `A scheduled measurement of ${oneLine(organization)} at ${host} was left out.`,
        ENGLISH[reason],
        'The figures so far stay. You hear of it again after a measurement has begun by the schedule.',
        linkTo('See the plan', 'measurement', {}),
      ],
    }),
};

const de: typeof en = {
  runLeftOut:
    ({ organization, reason }) =>
    ({ host, linkTo }) => ({
      subject: 'Eine geplante Messung ist ausgefallen',
      body: [
        `Eine geplante Messung von ${oneLine(organization)} auf ${host} ist ausgefallen.`,
        GERMAN[reason],
        'Die bisherigen Zahlen bleiben. Sie hören wieder davon, nachdem eine Messung nach Plan begonnen hat.',
        linkTo('Plan ansehen', 'measurement', {}),
      ],
    }),
};

export const runLeftOutMail = mailTemplates({ en, de })('runLeftOut');
