import type { portfolios as en } from '../en/portfolios.ts';

export const portfolios: typeof en = {
  portfolios: {
    lead: 'Gruppen von Kunden im Vergleich. Der Zugriff von Betreibern lässt sich auf sie beschränken.',
    none: 'Noch kein Portfolio.',
    noneOfYours:
      'Zurzeit gehört Ihnen kein Portfolio, daher sehen Sie keine Kunden. Wenden Sie sich an einen Betreiber, der für alle Kunden zuständig ist.',
    fresh: 'Neues Portfolio',
    name: 'Name',
    clients_one: '{{count}} Kunde',
    clients_other: '{{count}} Kunden',
    clientsHead: 'Kunden',
    operators: 'Betreiber',
    nobody: 'Niemand ist darauf beschränkt',
    limit: 'So beschränken Sie einen Betreiber auf der Kommandozeile darauf:',
    edit: 'Portfolio bearbeiten',
    delete: 'Portfolio löschen',
    deleteTitle: 'Dieses Portfolio löschen?',
    deleteText:
      'Seine Betreiber behalten nur die Kunden ihrer anderen Portfolios. Ihre Support-Sitzungen und Schlüssel bei den übrigen enden sofort. Die Kunden bleiben, wie sie sind.',
    changes: 'Seit gestern',
    noChanges: 'Seit gestern hat sich nichts geändert.',
    what: 'Zu prüfen',
    lowReviews_one: '{{count}} neue Rezension mit höchstens zwei Sternen',
    lowReviews_other: '{{count}} neue Rezensionen mit höchstens zwei Sternen',
    totals: 'Alle Kunden zusammen',
    ranking: 'Kunden, der höchste Wert zuerst',
    noClients: 'Dieses Portfolio hat noch keine Kunden.',
    members: 'Mitglieder',
    tasks: 'Offene Aufgaben',
    mrr: 'Monatlicher Umsatz',
    questions: 'Fragen in diesem Monat',
    tokens: 'Tokens in diesem Monat',
    failing: 'Kunden mit gestörter Verbindung',
  },
};
