import type { Refusals } from '../refusals.ts';
import { assessments } from './assessments.ts';

/** The refusals of the portal in German: each code, and the sentences that say more and that the pages may show. */
export const refusals: Refusals = {
  codes: {
    VALIDATION_ERROR: 'Einige Angaben sind ungültig.',
    INVALID_JSON: 'Die Anfrage war unvollständig. Bitte versuchen Sie es erneut.',
    INVALID_TOKEN: 'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an.',
    INVALID_PASSWORD: 'Das jetzige Passwort ist falsch.',
    INVALID_CURSOR: 'Diese Liste lässt sich hier nicht fortsetzen. Bitte laden Sie die Seite neu.',
    TWO_FACTOR_NOT_ENABLED: 'Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet.',
    UNAUTHENTICATED: 'Bitte melden Sie sich zuerst an.',
    INVALID_CREDENTIALS: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    INVALID_CODE: 'Der Code ist falsch oder wurde schon verwendet.',
    INVALID_TEMP_TOKEN: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
    LOGIN_REQUIRED: 'Bitte melden Sie sich an, um die Einladung anzunehmen.',
    SIGN_IN_METHOD: 'Ihre Organisation lässt diese Art der Anmeldung nicht zu. Bitte melden Sie sich anders an.',
    REGISTRATION_CLOSED: 'Konten gibt es hier nur auf Einladung. Bitte öffnen Sie den Link in Ihrer Einladung.',
    FORBIDDEN: 'Dazu sind Sie nicht berechtigt.',
    REAUTH_REQUIRED: 'Bitte bestätigen Sie Ihre Identität mit Ihrem Passwort oder einem Code.',
    TWO_FACTOR_REQUIRED: 'Bitte richten Sie zuerst die Zwei-Faktor-Anmeldung für Ihr Konto ein.',
    CLIENT_SUSPENDED: 'Diese Organisation ist gesperrt. Bitte wenden Sie sich an den Betreiber des Portals.',
    READ_ONLY: 'Diese Support-Sitzung hat nur Lesezugriff.',
    CSRF_REJECTED: 'Diese Anfrage kam von einer anderen Website und wurde abgelehnt.',
    NOT_FOUND: 'Unter dieser Adresse gibt es nichts.',
    METHOD_NOT_ALLOWED: 'Diese Adresse unterstützt das nicht.',
    EMAIL_EXISTS: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
    ALREADY_MEMBER: 'Diese Person ist schon Mitglied.',
    TWO_FACTOR_ALREADY_ENABLED: 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.',
    LAST_ADMIN:
      'Eine Organisation braucht jemanden in der Administration. Bitte geben Sie zuerst jemand anderem diese Rolle.',
    INVALID_TRANSITION: 'Das ist im jetzigen Zustand nicht möglich.',
    RUN_IN_PROGRESS: 'Eine Messung läuft gerade. Bitte warten Sie, bis sie beendet ist.',
    BUDGET_EXCEEDED: 'Die Messung braucht mehr Antworten, als in diesem Monat übrig sind.',
    RUN_TOO_LARGE:
      'Eine Messung hat höchstens 2.000 Antworten. Bitte stellen Sie weniger Fragen, oder stellen Sie sie seltener.',
    NOTHING_TO_ASK:
      'Es gibt nichts zu fragen: Bitte legen Sie Fragen an, und prüfen Sie, ob ein Assistent eingeschaltet ist.',
    PLAN_LIMIT: 'Mehr davon umfasst der Tarif nicht.',
    PROMPT_EXISTS: 'Diese Frage wird schon gestellt.',
    PROMPT_LIMIT: 'Es werden höchstens 500 Fragen gestellt. Bitte schalten Sie zuerst eine ab.',
    IDEMPOTENCY_CONFLICT:
      'Diese Anfrage wurde schon gesendet. Bitte sehen Sie nach, was sie bewirkt hat, und versuchen Sie es dann erneut.',
    VERSION_CONFLICT:
      'Das wurde inzwischen von jemand anderem geändert. Bitte laden Sie neu und versuchen Sie es erneut.',
    PAYLOAD_TOO_LARGE: 'Das ist zu groß.',
    UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Daten wird nicht angenommen.',
    RATE_LIMITED: 'Zu viele Anfragen.',
    INTERNAL: 'Bei uns ist etwas schiefgelaufen. Bitte versuchen Sie es erneut.',
    SERVICE_UNAVAILABLE: 'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  },
  assessments,
  sentences: {
    'Please open another way to sign in first.': 'Bitte erlauben Sie zuerst eine andere Art der Anmeldung.',
    'Single sign-on can be required once an administrator came in by it since its last change, with a verified domain.':
      'Single Sign-on lässt sich verlangen, sobald sich jemand aus der Administration seit der letzten Änderung damit angemeldet hat und eine Domain bestätigt ist.',
    'must be an address without a query, a fragment or a password':
      'muss eine Adresse ohne Abfrage, Fragment und Passwort sein',
    'This passkey was not accepted. Please try again.':
      'Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal.',
    'A person has at most # passkeys. Please remove one first.':
      'Eine Person hat höchstens # Passkeys. Bitte entfernen Sie zuerst einen.',
    'There are no passkeys here: they need a portal with a name.':
      'Passkeys gibt es nur, wenn das Portal unter einem Namen statt unter einer IP-Adresse erreichbar ist.',
    'must be the answer of this browser to its newest options': 'muss zur neuesten Anfrage dieses Browsers gehören',
    'must be of a passkey that the portal does not know yet':
      'muss zu einem Passkey gehören, den das Portal noch nicht kennt',
    'This account is locked. Please contact the operator of the portal.':
      'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber des Portals.',
    'Your own account has to be locked by another operator.':
      'Ihr eigenes Konto muss jemand anderes aus dem Betrieb sperren.',
    'This client is suspended. Resume it first.': 'Dieser Kunde ist gesperrt. Entsperren Sie ihn zuerst.',
    'This is a client and no prospect.': 'Das ist ein Kunde und kein Interessent.',
    'This prospect is being erased. Keep it first.':
      'Dieser Interessent wird gerade gelöscht. Behalten Sie ihn zuerst.',
    'Nobody joins a prospect. Win it first.': 'Ein Interessent hat keine Mitglieder. Gewinnen Sie ihn zuerst.',
    'A prospect has no people to shut out.': 'Ein Interessent hat niemanden, den man aussperren könnte.',
    'The measurement of this prospect has not begun yet.': 'Die Messung dieses Interessenten hat noch nicht begonnen.',
    'The measurement of this prospect has not ended yet.': 'Die Messung dieses Interessenten ist noch nicht zu Ende.',
    'The measurement of this prospect has brought too few answers for a report.':
      'Die Messung dieses Interessenten hat zu wenige Antworten für einen Bericht gebracht.',
    'This client is being erased. Keep it first.': 'Dieser Kunde wird gerade gelöscht. Behalten Sie ihn zuerst.',
    'The erasure of this client has begun. It can no longer be kept.':
      'Die Löschung dieses Kunden hat begonnen. Er kann nicht mehr behalten werden.',
    'Too many wrong codes.': 'Zu viele falsche Codes.',
    'Too many wrong passwords.': 'Zu viele falsche Passwörter.',
    'The password is wrong.': 'Das Passwort ist falsch.',
    'This is not available in support sessions.': 'Das ist in Support-Sitzungen nicht möglich.',
    'The question could not be answered. Please try again.':
      'Die Frage konnte nicht beantwortet werden. Bitte versuchen Sie es erneut.',
    'The portal is busy. Please try again shortly.':
      'Das Portal ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
    'Only an administrator of the organization can do this.': 'Das kann nur die Administration der Organisation.',
    'The report cannot be created right now. Please try again shortly.':
      'Der Bericht kann gerade nicht erstellt werden. Bitte versuchen Sie es gleich noch einmal.',
    'This webhook is turned off. Please turn it on first.':
      'Dieser Webhook ist ausgeschaltet. Bitte schalten Sie ihn zuerst ein.',
    'Please sign in again: this needs a sign-in within the last hour.':
      'Bitte melden Sie sich erneut an: Die Anmeldung darf höchstens eine Stunde her sein.',
    'This invitation is for another email address. Please sign in with that address.':
      'Diese Einladung gilt für eine andere E-Mail-Adresse. Bitte melden Sie sich mit dieser an.',
    'This organization requires single sign-on, which lets nobody in with an address of this domain. Please verify the domain for it, or turn the requirement off, before you invite a member there.':
      'Diese Organisation verlangt Single Sign-on, und damit kommt niemand mit einer Adresse dieser Domain herein. Bitte bestätigen Sie zuerst die Domain dafür, oder verlangen Sie es nicht mehr.',
    'This organization requires single sign-on. Please sign in by it with the invited address: you join by that.':
      'Diese Organisation verlangt Single Sign-on. Melden Sie sich damit unter der eingeladenen Adresse an: So treten Sie bei.',
    'This organization requires single sign-on by now, which lets nobody in with an address of this domain. Please ask whoever invited you: they can verify the domain for it, or invite another address.':
      'Diese Organisation verlangt inzwischen Single Sign-on, und damit kommt niemand mit einer Adresse dieser Domain herein. Bitte wenden Sie sich an die Person, die Sie eingeladen hat: Sie kann die Domain dafür bestätigen oder eine andere Adresse einladen.',
    'Only the link in the email of the invitation lets you in, as this organization has closed signing in with a password. Please open that link, or have the invitation sent again.':
      'Beitreten können Sie nur mit dem Link aus der E-Mail der Einladung, denn diese Organisation lässt die Anmeldung mit Passwort nicht zu. Bitte öffnen Sie diesen Link, oder lassen Sie sich die Einladung noch einmal schicken.',
    'Please confirm your email address first. Until then, an organization can send ten invitations a day.':
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Bis dahin kann eine Organisation zehn Einladungen am Tag senden.',
    'Your access changed while the request waited. Please send it again.':
      'Ihr Zugang hat sich in diesem Moment geändert. Bitte versuchen Sie es erneut.',
    'This portal has no client at Google. Connect with a service account, or ask the operator of the portal.':
      'Dieses Portal hat keinen Client bei Google. Verbinden Sie mit einem Dienstkonto, oder fragen Sie den Betreiber des Portals.',
    'must be the JSON key of a service account': 'muss der JSON-Schlüssel eines Dienstkontos sein',
    'must be the JSON key of a service account, with its private key':
      'muss der JSON-Schlüssel eines Dienstkontos sein, mit dem privaten Schlüssel',
    'must be # to # visible ASCII characters without spaces':
      'muss # bis # sichtbare ASCII-Zeichen ohne Leerzeichen haben',
    'must be a full hour': 'muss eine volle Stunde sein',
    'All questions of the plan (#) are active. Please turn one off first, or ask for a larger plan.':
      'Alle Fragen des Tarifs (#) werden gestellt. Bitte schalten Sie zuerst eine ab, oder bitten Sie um einen größeren Tarif.',
    'This needs more answers than are left of those of the plan (# a month). Please ask less, or ask for a larger plan.':
      'Das braucht mehr Antworten, als vom Tarif (# im Monat) übrig sind. Bitte fragen Sie weniger, oder bitten Sie um einen größeren Tarif.',
    'All seats of the plan (#) are taken, pending invitations included. Please remove one first, or ask for a larger plan.':
      'Alle Plätze des Tarifs (#) sind vergeben, offene Einladungen eingeschlossen. Bitte entfernen Sie zuerst jemanden, oder bitten Sie um einen größeren Tarif.',
    'All connections of the plan (#) are made. Please remove one first, or ask for a larger plan.':
      'Alle Verbindungen des Tarifs (#) sind eingerichtet. Bitte entfernen Sie zuerst eine, oder bitten Sie um einen größeren Tarif.',
    'All reports of the plan (# a month) are used up. Please wait for the next month, or ask for a larger plan.':
      'Alle Berichte des Tarifs (# im Monat) sind verbraucht. Bitte warten Sie auf den nächsten Monat, oder bitten Sie um einen größeren Tarif.',
    'must be an IANA time zone': 'muss eine IANA-Zeitzone sein',
    'must be a BCP # language tag': 'muss ein Sprachkürzel nach BCP # sein',
    'must lead to a public address': 'muss zu einer öffentlichen Adresse führen',
    'must not contain a user name or a password': 'darf weder Benutzernamen noch Passwort enthalten',
    'must be from # to #': 'muss zwischen # und # liegen',
    'must be at most #': 'darf höchstens # sein',
    'must be between the years # and #': 'muss zwischen den Jahren # und # liegen',
  },
};
