import { useMutation as useChange } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** As the library's, one at a time: a second click comes before its button shows that it is busy. */
export const useMutation = ((options, client) => {
  const mutation = useChange(options, client);
  const { status, submittedAt } = mutation;
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (status !== 'pending') isUnderWay.current = false;
  }, [status, submittedAt]);
  const mutate: typeof mutation.mutate = (...values) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...values);
  };
  return { ...mutation, mutate };
}) as typeof useChange;
