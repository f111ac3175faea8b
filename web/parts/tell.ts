import { type NotificationData, notifications } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';

/** Shows a message for a while, with a button of a name that closes it. Returns its id. */
export const tell = (message: NotificationData) =>
  notifications.show({ closeButtonProps: { 'aria-label': texts.t('close') }, ...message });
