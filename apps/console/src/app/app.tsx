import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createQueryClient } from '../client/query-client.js';
import { useSession } from '../session/session-key.js';
import { router } from './router.js';
import { SignInPage } from './sign-in-page.js';
import { theme } from './theme.js';

/** The console: a form for the key, then the screens. */
export function App() {
  const { key } = useSession();
  // One for each key: nobody sees what another caller was answered.
  const queryClient = useMemo(() => createQueryClient(), [key]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {key === null ? <SignInPage /> : <RouterProvider router={router} />}
      </QueryClientProvider>
    </MantineProvider>
  );
}
