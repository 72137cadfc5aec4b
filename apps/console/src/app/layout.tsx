import { AppShell, Burger, Button, Group, Image, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { API_PATH, CONSOLE_PATH } from '../client/addresses.js';
import { useShownName } from '../feedback/screen-name.js';
import { signOut } from '../session/session-key.js';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';
import { LanguageMenu } from './language-menu.js';
import { SchemeButton } from './scheme-button.js';

const SCREENS = [
  ['search', '/'],
  ['alerts', '/alerts'],
  ['market', '/market'],
  ['account', '/account'],
] as const;

/** What surrounds every screen: the name, the navigation, and what concerns the reader. */
export function Layout() {
  const t = useTexts(appTexts);
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isAt = (screen: string) => (screen === '/' ? path === '/' : path.startsWith(screen));
  useEffect(close, [path, close]);
  const screen = SCREENS.find(([, to]) => isAt(to))?.[0] ?? 'search';
  const shown = useShownName() ?? t[screen];
  useEffect(() => {
    document.title = `${shown} – Gable`;
  }, [shown]);
  useFocusOnScreen(path);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 260, breakpoint: 'sm', collapsed: { desktop: true, mobile: !isOpen } }}
    >
      <a className="skip-link" href="#content" onClick={skipToContent}>
        {t.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="md" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t.openNavigation} />
            <UnstyledButton component={Link} to="/" aria-label="Gable">
              <Group gap={8} wrap="nowrap">
                <Image src={`${CONSOLE_PATH}gable.svg`} alt="" w={28} h={28} />
                <Text fw={700} size="lg" component="span">
                  Gable
                </Text>
              </Group>
            </UnstyledButton>
            <Group component="nav" aria-label={t.navigation} gap={4} ml="md" visibleFrom="sm" wrap="nowrap">
              {SCREENS.map(([name, to]) => (
                <Button
                  key={to}
                  component={Link}
                  to={to}
                  size="compact-md"
                  variant={isAt(to) ? 'light' : 'subtle'}
                  color={isAt(to) ? undefined : 'gray'}
                  aria-current={isAt(to) ? 'page' : undefined}
                >
                  {t[name]}
                </Button>
              ))}
            </Group>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Group gap="xs" wrap="nowrap" visibleFrom="sm">
              <Button component="a" href={`${API_PATH}/docs`} size="compact-sm" variant="subtle" color="gray">
                {t.documentation}
              </Button>
              <LanguageMenu />
            </Group>
            <SchemeButton />
            <Button size="compact-sm" variant="default" onClick={() => signOut()}>
              {t.signOut}
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label={t.navigation} hiddenFrom="sm">
        {isOpen && (
          <>
            {SCREENS.map(([name, to]) => (
              <NavLink key={to} renderRoot={(props) => <Link to={to} {...props} />} label={t[name]} active={isAt(to)} />
            ))}
            <NavLink href={`${API_PATH}/docs`} label={t.documentation} />
            <Group mt="md">
              <LanguageMenu />
            </Group>
          </>
        )}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

/** Another screen has the focus, so that the next key goes there and a screen reader reads it. */
function useFocusOnScreen(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) document.getElementById('content')?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
}

/** Without the fragment, which the router would take for a place. */
function skipToContent(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
