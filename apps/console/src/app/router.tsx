import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Container } from '@mantine/core';
import { CONSOLE_PATH } from '../client/addresses.js';
import { Unreachable } from '../client/api-problem.js';
import { loadCode, reloadIfServed, useReloadOnceServed } from '../client/lazy-code.js';
import { Loading } from '../feedback/loading.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { readAccountState } from '../screens/account/account-state.js';
import { readAlertsPage, readNewAlert } from '../screens/alerts/alerts-state.js';
import { readMarketState } from '../screens/market/market-state.js';
import { readSearchState } from '../screens/search/search-state.js';
import { Layout } from './layout.js';
import { NotFoundPage } from './not-found-page.js';

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage });

/** Every screen, one entry each; its code is loaded when it is opened. */
const screens = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: readSearchState,
    component: lazyRouteComponent(() => loadCode(() => import('../screens/search/search-page.js')), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/homes/$uuid',
    component: lazyRouteComponent(() => loadCode(() => import('../screens/home/home-page.js')), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    validateSearch: readAlertsPage,
    component: lazyRouteComponent(() => loadCode(() => import('../screens/alerts/alerts-page.js')), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/new',
    validateSearch: readNewAlert,
    component: lazyRouteComponent(() => loadCode(() => import('../screens/alerts/new-alert-page.js')), 'NewAlertPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/events',
    component: lazyRouteComponent(
      () => loadCode(() => import('../screens/alerts/all-events-page.js')),
      'AllEventsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/$uuid',
    component: lazyRouteComponent(() => loadCode(() => import('../screens/alerts/alert-page.js')), 'AlertPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/market',
    validateSearch: readMarketState,
    component: lazyRouteComponent(() => loadCode(() => import('../screens/market/market-page.js')), 'MarketPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    validateSearch: readAccountState,
    component: lazyRouteComponent(() => loadCode(() => import('../screens/account/account-page.js')), 'AccountPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath: CONSOLE_PATH,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: true,
  search: { strict: true }, // what no screen reads is left out
});

function FailedScreen({ error, reset }: ErrorComponentProps) {
  const isAway = error instanceof Unreachable;
  useReloadOnceServed(isAway);
  return (
    <Container size="sm" py="xl">
      <ProblemNotice
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={isAway ? () => void reloadIfServed() : reset}
      />
    </Container>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
