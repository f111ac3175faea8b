import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldErrors } from '../api/errors.ts';
import { useFocusAfter } from './focus-after.ts';
import { useUnsent } from './unsent.ts';

/** A form validated by the portal: messages about a field are shown beside it, all others are in `error`. */
export function useSend<Values extends Record<string, unknown>, Input, Answer, Failure, Context>(
  initialValues: Values,
  mutation: UseMutationOptions<Answer, Failure, Input, Context>,
  options: {
    inputOf: (values: Values) => Input;
    onAnswer: (answer: Answer, values: Values) => unknown;
    /**
     * Whether the form changes a stored record, which others may change meanwhile: of its fields only those are sent that
     * were changed in it. What `inputOf` adds to them, such as an id, is always sent.
     */
    edits?: boolean;
    /** The record that the form is about, where a page may show several such forms. */
    of?: string | undefined;
    /** What the portal cannot tell from the input, such as a number that is unclear: nothing is sent then. */
    complaints?: (values: Values) => Partial<Record<keyof Values, string | undefined>>;
    /** Whether the form is on the screen: its dialog may be closed. */
    isShown?: boolean;
  },
) {
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: 'controlled',
    initialValues,
    ...(options.complaints && { validate: options.complaints as (values: Values) => FormErrors }),
  });
  const sent = useMutation({ ...mutation, meta: { shown: true } });
  const known = Object.keys(initialValues);
  useUnsent(
    JSON.stringify([mutation.mutationKey, known, options.of]),
    () => Object.fromEntries(Object.entries(form.getValues()).filter(([field]) => form.isDirty(field))),
    (typed) => form.setValues(typed as Partial<Values>),
    { asks: options.isShown ?? true },
  );

  const changesIn = <Fields>(fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields as object).filter(([field]) => !known.includes(field) || form.isDirty(field)),
    ) as Fields;

  const onSubmit = form.onSubmit((values) =>
    sent.mutate(options.edits ? changesIn(options.inputOf(values)) : options.inputOf(values), {
      onSuccess: (answer) => options.onAnswer(answer, values),
      onError: (error) => form.setErrors(fieldErrors(error) as Partial<Record<keyof Values, string>>),
    }),
  );
  const isSubmitted = useFocusAfter(sent.isPending, form.errors);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    isSubmitted(event.currentTarget);
    onSubmit(event);
  };
  const beside = Object.keys(fieldErrors(sent.error)).some((field) => known.includes(field));
  return { form, submit, sending: sent.isPending, error: beside ? undefined : sent.error, sent, changesIn };
}
