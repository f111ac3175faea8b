import { useDisclosure } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { api, queryClient } from '../api/client.ts';

type Values = Record<string, unknown>;

interface Form {
  keep: () => void;
  asks: () => boolean;
  stays: boolean;
}

interface Asking {
  /** Whether leaving the page asks while something is typed: not for a form in a closed dialog. */
  asks?: boolean;
  /** Whether the page stays, if the person likes, when the session ends: a long text may be wanted elsewhere. */
  stays?: boolean;
}

/** What was typed when a session ended, by person, page and form. In memory only: it ends with the tab. */
const kept = new Map<string, Values>();
/** The forms on the screen. */
const forms = new Set<Form>();
/** Who typed it: the cache is empty once the session has ended. */
let person: string | undefined;

const SECRET = /password|code|secret/i;

const keyOf = (form: string) => {
  person = queryClient.getQueryData(api.auth.account.profile.queryKey())?.data.id ?? person;
  return person && `${person} ${location.pathname} ${form}`;
};

/** Keeps what is typed in the forms on the screen, for the same person on the same page. */
export function keepUnsent() {
  for (const { keep } of forms) keep();
}

/** Whether something is typed that would be lost with the page; with `stays`, in a form that may outstay the session. */
export const hasUnsent = ({ stays = false } = {}) => [...forms].some((form) => form.asks() && (form.stays || !stays));

/**
 * A form whose texts outlast the session. `typed` gives what differs from the start; passwords and codes are left out.
 */
export function useUnsent(
  form: string,
  typed: () => Values,
  restore: (values: Values) => void,
  { asks = true, stays = false }: Asking = {},
) {
  const texts = useEffectEvent(() => Object.entries(typed()).filter(([field]) => !SECRET.test(field)));
  const keep = useEffectEvent(() => {
    const key = keyOf(form);
    if (key && texts().length > 0) kept.set(key, Object.fromEntries(texts()));
  });
  const mayAsk = useEffectEvent(() => asks && texts().length > 0);
  const giveBack = useEffectEvent(() => {
    const key = keyOf(form);
    const values = key && kept.get(key);
    if (!values) return;
    kept.delete(key);
    restore(values);
  });
  useEffect(() => {
    const mine = { keep: () => keep(), asks: () => mayAsk(), stays };
    giveBack();
    forms.add(mine);
    return () => void forms.delete(mine);
  }, [stays]);
}

/** A dialog with a form: one that was open when the session ended is open again afterwards. */
export function useFormDialog(name: string) {
  const [opened, { open, close, toggle }] = useDisclosure();
  useUnsent(`dialog ${name}`, () => (opened ? { opened } : {}), open, { asks: false });
  return { opened, open, close, toggle };
}
