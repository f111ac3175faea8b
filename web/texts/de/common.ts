import type { common as en } from '../en/common.ts';

export const common: typeof en = {
  brand: 'Kundenportal',
  claim: 'Wie sichtbar Ihr Unternehmen im Netz ist und was Sie als Nächstes tun können.',
  skip: 'Zum Inhalt springen',
  again: 'Erneut versuchen',
  loading: 'Wird geladen',
  fields: {
    email: 'E-Mail',
    password: 'Passwort',
    show: 'Eingabe anzeigen',
    newPassword: 'Neues Passwort',
    organization: 'Name der Organisation',
    name: 'Ihr Name',
    code: 'Code',
  },
  errors: {
    title: 'Etwas ist schiefgelaufen',
    offline: 'Das Portal ist gerade nicht erreichbar. Prüfen Sie Ihre Verbindung; wir versuchen es weiter.',
    unexpected: 'Die Seite konnte nicht angezeigt werden.',
    busy: 'Das Portal ist ausgelastet. Wir versuchen es weiter.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Vielleicht ist der Link veraltet oder unvollständig.',
    home: 'Zur Übersicht',
  },
};
