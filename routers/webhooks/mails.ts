import { mailTemplates, oneLine, type Site } from '../../server/mail/template.ts';

const receiverOf = (url: string) => oneLine(new URL(url).host);

const en = {
  webhookOff:
    (url: string) =>
    ({ host }: Site) => ({
      subject: 'A webhook was turned off',
      body: [
        `A webhook of your organization at ${host} was turned off because its receiver at ${receiverOf(url)} has not accepted any event for three days.`,
        `Waiting events are kept for 30 days. When the receiver works again, turn the webhook on at ${host} and send them again from its deliveries.`,
      ],
    }),
};

const de: typeof en = {
  webhookOff:
    (url) =>
    ({ host }) => ({
      subject: 'Ein Webhook wurde ausgeschaltet',
      body: [
        `Ein Webhook Ihrer Organisation auf ${host} wurde ausgeschaltet, weil sein Empfänger auf ${receiverOf(url)} seit drei Tagen kein Ereignis angenommen hat.`,
        `Wartende Ereignisse werden 30 Tage aufbewahrt. Wenn der Empfänger wieder funktioniert, schalten Sie den Webhook auf ${host} ein und senden Sie sie aus seinen Zustellungen erneut.`,
      ],
    }),
};

export const webhookOffMail = mailTemplates({ en, de })('webhookOff');
