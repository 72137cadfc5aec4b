import { useState } from 'react';

/**
 * A state that stands in the address, as it will be: the router takes a moment, and what a quick reader changes
 * meanwhile has to build upon what was changed before.
 */
export function useAddressState<State extends object>(
  inAddress: State,
  go: (next: State, replace: boolean) => Promise<void>,
): [State, (next: State, replace?: boolean) => void] {
  const [ahead, setAhead] = useState<State>();
  const change = (next: State, replace = false): void => {
    setAhead(next);
    void go(next, replace).finally(() => setAhead((now) => (now === next ? undefined : now)));
  };
  return [ahead ?? inAddress, change];
}
