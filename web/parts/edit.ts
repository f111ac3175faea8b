import { useDidUpdate } from '@mantine/hooks';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useSend } from './send.ts';

/**
 * A form for a stored record, which others may change meanwhile: only what was changed in it is sent, and its other
 * fields follow the record. What `inputOf` adds to the fields, such as an id, is always sent.
 */
export function useEdit<Values extends Record<string, unknown>, Input extends object, Answer, Failure, Context>(
  stored: Values,
  mutation: UseMutationOptions<Answer, Failure, Input, Context>,
  inputOf: (values: Values) => Input,
  complaints?: (values: Values) => Partial<Record<keyof Values, string | undefined>>,
) {
  const { form, submit, sending, error, sent, changesIn } = useSend(stored, mutation, {
    ...(complaints && { complaints }),
    edits: true,
    inputOf,
    onAnswer(_, values): void {
      form.resetDirty(values);
    },
  });
  useDidUpdate(() => {
    const changes = changesIn(form.getValues());
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...changes });
  }, [JSON.stringify(stored)]);

  const changed = Object.keys(changesIn(form.values)).length > 0;
  return { form, submit, sending, error, changed, saved: sent.isSuccess && !changed };
}
