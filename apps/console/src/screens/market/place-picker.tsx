import { Button, Group, Modal, Select } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Schema } from '../../client/api.js';
import { useTexts } from '../../texts/texts.js';
import { marketTexts } from './market-texts.js';
import { PlaceOnMap } from './place-on-map.js';
import { usePlaceSuggestions } from './use-market.js';

/** A city, a district or a neighbourhood by its name or on the map; empty is everywhere. */
export function PlacePicker({
  place,
  onChange,
}: {
  place: Schema<'Division'> | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const t = useTexts(marketTexts);
  const [typed, setTyped] = useState('');
  const [isMapOpen, { open, close }] = useDisclosure();
  const [asked] = useDebouncedValue(typed, 150);
  const suggestions = usePlaceSuggestions(asked === place?.name ? '' : asked);
  const found = suggestions.map(({ id, name, type, ancestors }) => ({
    value: String(id),
    label: [name, ancestors[0]?.name ?? t.types[type]].join(', '),
  }));
  const chosen = place === undefined || found.some(({ value }) => value === String(place.id)) ? [] : [place];
  return (
    <Group gap="xs" align="flex-end" w={{ base: '100%', xs: 'auto' }}>
      <Select
        flex={{ base: 1, xs: 'none' }}
        w={{ xs: 280 }}
        label={t.place}
        placeholder={t.everywhere}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.everywhere, size: 'md' }}
        value={place === undefined ? null : String(place.id)}
        onChange={(value) => onChange(value === null ? undefined : Number(value))}
        onSearchChange={setTyped}
        data={[...chosen.map(({ id, name }) => ({ value: String(id), label: name })), ...found]}
        // The interface has found them already, by any part of their names and through typing errors.
        filter={({ options }) => options}
        nothingFoundMessage={typed.trim() === '' ? t.typeName : t.noPlace}
      />
      <Button variant="default" onClick={open}>
        {t.onMap}
      </Button>
      <Modal
        opened={isMapOpen}
        onClose={close}
        title={t.pickOnMap}
        size="xl"
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <PlaceOnMap
          place={place}
          onPick={(id) => {
            close();
            onChange(id);
          }}
        />
      </Modal>
    </Group>
  );
}
