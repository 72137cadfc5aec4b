import { Button, CopyButton, Menu, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { API_URL } from '../../client/addresses.js';
import { asCurl } from '../../client/as-curl.js';
import { CopyBlock } from '../../feedback/copy-block.js';
import { useTexts } from '../../texts/texts.js';
import { searchBody, wholeCriteria, type SearchState } from './search-state.js';
import { searchTexts } from './search-texts.js';

/** What else can be done with a search: keep it, share it, take it to a program. */
export function SearchActions({ state }: { state: SearchState }) {
  const t = useTexts(searchTexts);
  const [shown, setShown] = useState<'curl' | 'json' | null>(null);
  const body = searchBody(state);
  const text = shown === 'curl' ? asCurl(`${API_URL}/properties`, body) : JSON.stringify(body, null, 2);
  return (
    <>
      <Button
        size="compact-md"
        fz="sm"
        renderRoot={(props) => <Link to="/alerts/new" search={{ criteria: wholeCriteria(state) }} {...props} />}
      >
        {t.makeAlert}
      </Button>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button size="compact-md" fz="sm" variant="default">
            {t.share}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Menu.Item onClick={copy} closeMenuOnClick={false}>
                {copied ? t.linkCopied : t.copyLink}
              </Menu.Item>
            )}
          </CopyButton>
          <Menu.Item onClick={() => setShown('curl')}>{t.asCurl}</Menu.Item>
          <Menu.Item onClick={() => setShown('json')}>{t.asJson}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === 'curl' ? t.asCurl : t.asJson}
        size="lg"
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <CopyBlock text={text} label={shown === 'curl' ? t.asCurl : t.asJson} />
      </Modal>
    </>
  );
}
