import { type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { fieldErrors } from '../api/errors.ts';

/** A form validated by the portal: messages about a field are shown beside it, all others are in `error`. */
export function useSend<Values extends Record<string, unknown>, Input, Answer, Failure, Context>(
  initialValues: Values,
  mutation: UseMutationOptions<Answer, Failure, Input, Context>,
  options: {
    inputOf: (values: Values) => Input;
    onAnswer: (answer: Answer, values: Values) => unknown;
  },
) {
  const form: UseFormReturnType<Values> = useForm<Values>({ mode: 'controlled', initialValues });
  const sent = useMutation({ ...mutation, meta: { shown: true } });
  const known = Object.keys(initialValues);

  const submit = form.onSubmit((values) =>
    sent.mutate(options.inputOf(values), {
      onSuccess: (answer) => options.onAnswer(answer, values),
      onError: (error) => form.setErrors(fieldErrors(error) as Partial<Record<keyof Values, string>>),
    }),
  );
  const beside = Object.keys(fieldErrors(sent.error)).some((field) => known.includes(field));
  return { form, submit, sending: sent.isPending, error: beside ? undefined : sent.error, sent };
}
