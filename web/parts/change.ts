import { type QueryKey, useMutation } from '@tanstack/react-query';
import { queryClient } from '../api/client.ts';

/**
 * A change that is shown before the portal has answered, and taken back if it is refused. `edit` makes
 * the new answer from the old one.
 */
export function useChange<Input, Data>(options: {
  queryKey: QueryKey;
  send: (input: Input) => Promise<unknown>;
  edit: (data: Data, input: Input) => Data;
}) {
  return useMutation({
    mutationFn: options.send,
    async onMutate(input: Input) {
      await queryClient.cancelQueries({ queryKey: options.queryKey });
      const before = queryClient.getQueriesData<Data>({ queryKey: options.queryKey });
      queryClient.setQueriesData<Data>({ queryKey: options.queryKey }, (data) =>
        data === undefined ? data : options.edit(data, input),
      );
      return { before };
    },
    onError(_error, _input, context) {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
    },
  });
}
