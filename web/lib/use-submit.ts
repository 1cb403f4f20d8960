import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation for forms and buttons: one request at a time. While a request runs, further calls of `mutate` are ignored, so a double
 * click or a second Enter sends one request. `isPending` alone cannot ensure this, because it is set only after the event.
 */
export function useSubmit<Data, Fault = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Fault, Variables, Context>,
): UseMutationResult<Data, Fault, Variables, Context> {
  const mutation = useMutation(options);
  const isRunning = useRef(false);
  const run = async (...args: Parameters<typeof mutation.mutateAsync>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await mutation.mutateAsync(...args);
    } catch {
      // The error is part of the mutation's state.
    } finally {
      isRunning.current = false;
    }
  };
  return { ...mutation, mutate: (...args) => void run(...args) };
}
