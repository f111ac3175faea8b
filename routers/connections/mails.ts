import { mailTemplates, oneLine, type Site } from '../../server/mail/template.ts';
import { type ProblemName, problemOf } from './problems.ts';

/** A connection that brings nothing any more. */
interface FailedConnection {
  tool: string;
  label: string;
  problem: ProblemName;
}

/** Connections with one grant of the operator that bring nothing any more. */
interface FailedOfGrant {
  /** The service account; null for a consent. */
  account: string | null;
  failures: { tool: string; problem: ProblemName; clients: number }[];
}

const GERMAN: Record<ProblemName, string> = {
  credential_refused: 'Die Zugangsdaten werden nicht mehr angenommen. Bitte verbinden Sie mit neuen.',
  client_refused:
    'Google lehnt den Client des Portals ab. Der Betreiber des Portals muss GOOGLE_CLIENT_ID und GOOGLE_CLIENT_SECRET berichtigen.',
  property_missing:
    'Die Website ist mit diesen Zugangsdaten nicht mehr zu sehen. Bitte geben Sie den Zugriff wieder frei.',
  permission_missing: 'Eine Berechtigung fehlt. Bitte verbinden Sie neu und stimmen Sie allem zu, worum gebeten wird.',
  service_disabled:
    'Die API ist im Projekt der Zugangsdaten nicht aktiviert. Bitte aktivieren Sie sie in der Google-Cloud-Konsole.',
  quota_used_up: 'Die erlaubte Zahl der Abfragen ist verbraucht. Das Portal versucht es einmal am Tag.',
  quota_not_granted:
    'Google erlaubt dem Projekt noch keine Abfragen. Wem es gehört, muss den Zugang zu den Business-Profile-APIs beantragen.',
  address_refused: 'Die Adresse ist nicht öffentlich. Bitte verwenden Sie eine öffentliche https-Adresse.',
  no_answer: 'Der Dienst ist nicht erreichbar oder antwortet nicht rechtzeitig. Bitte prüfen Sie, ob er läuft.',
  server_error: 'Der Dienst antwortet mit einem Fehler. Das Portal versucht es einmal am Tag.',
  strange_answer: 'Was unter der Adresse antwortet, ist nicht der erwartete Dienst. Bitte prüfen Sie die Adresse.',
  request_refused: 'Der Dienst lehnt die Abfrage ab. Bitte prüfen Sie die Website und die Version des Dienstes.',
  internal: 'Die Zahlen konnten wegen eines Fehlers im Portal nicht übernommen werden. Es versucht es einmal am Tag.',
};

const en = {
  connectionFailed:
    ({ tool, label, problem }: FailedConnection) =>
    ({ host }: Site) => ({
      subject: `${tool} no longer brings figures`,
      body: [
        `The connection of your organization at ${host} with ${tool} (${oneLine(label)}) does not work.`,
        problemOf(problem).sentence(tool),
        'The figures so far stay, and are marked with the day that they are of.',
      ],
    }),
  operatorConnectionsFailed:
    ({ account, failures }: FailedOfGrant) =>
    ({ host, linkTo }: Site) => ({
      subject: 'Connections of clients no longer bring figures',
      body: [
        `Connections of clients at ${host} that are read with ${account ?? 'a consent at Google'} do not work.`,
        {
          items: failures.map(
            ({ tool, problem, clients }) =>
              `${clients === 1 ? '1 client' : `${clients} clients`}: ${problemOf(problem).sentence(tool)}`,
          ),
        },
        'Connecting again with the same service account, or renewing the consent, mends all of them. Further failures of it are in one mail a day.',
        linkTo('See the connections', 'operator/connections', {}),
      ],
    }),
};

const de: typeof en = {
  connectionFailed:
    ({ tool, label, problem }) =>
    ({ host }) => ({
      subject: `${tool} liefert keine Zahlen mehr`,
      body: [
        `Die Verbindung Ihrer Organisation auf ${host} mit ${tool} (${oneLine(label)}) funktioniert nicht.`,
        GERMAN[problem],
        'Die bisherigen Zahlen bleiben erhalten und tragen den Tag, von dem sie sind.',
      ],
    }),
  operatorConnectionsFailed:
    ({ account, failures }) =>
    ({ host, linkTo }) => ({
      subject: 'Verbindungen von Kunden liefern keine Zahlen mehr',
      body: [
        `Verbindungen von Kunden auf ${host}, die mit ${account ?? 'einer Zustimmung bei Google'} gelesen werden, funktionieren nicht.`,
        {
          items: failures.map(
            ({ tool, problem, clients }) =>
              `${clients === 1 ? '1 Kunde' : `${clients} Kunden`}, ${tool}: ${GERMAN[problem]}`,
          ),
        },
        'Verbinden Sie dasselbe Dienstkonto neu oder erneuern Sie die Zustimmung: Das behebt es für alle. Weitere Ausfälle stehen in einer E-Mail am Tag.',
        linkTo('Verbindungen ansehen', 'operator/connections', {}),
      ],
    }),
};

const write = mailTemplates({ en, de });
export const connectionFailedMail = write('connectionFailed');
export const operatorConnectionsFailedMail = write('operatorConnectionsFailed');
