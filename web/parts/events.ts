import { useTranslation } from 'react-i18next';
import { trail } from '../texts/en/trail.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(trail);

type Known = keyof typeof trail.trailEvents;
type Action = keyof typeof trail.operatorActions;

/** The types of operator events. */
export const OPERATOR_ACTIONS = Object.keys(trail.operatorActions) as Action[];

/** Names the events of the security trail; unknown ones of a newer portal are shown by their code. */
export function useEventName() {
  const { t } = useTranslation();
  return (type: string) => t(`trailEvents.${type as Known}`, { defaultValue: type.replaceAll('_', ' ') });
}

/** Names the actions in the trail of operators, as above. */
export function useActionName() {
  const { t } = useTranslation();
  return (type: string) => t(`operatorActions.${type as Action}`, { defaultValue: type.replaceAll('_', ' ') });
}
