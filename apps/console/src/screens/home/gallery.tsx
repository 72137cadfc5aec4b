import { Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useConsoleConfig } from '../../client/console-config.js';
import type { Listing } from '../../homes/home-summary.js';
import { homeTexts } from '../../homes/home-texts.js';
import { mayLoad, Photo } from '../../homes/photo.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';

const THUMBNAILS = 8;

/** The photos that may be loaded, one of them large; a drawing and a sentence where none may. */
export function Gallery({ pictures, propertyType }: { pictures: readonly string[]; propertyType: Type }) {
  const t = useTexts(homePageTexts);
  const words = useTexts(homeTexts);
  const { number } = useFormats();
  const config = useConsoleConfig();
  const [shown, setShown] = useState(0);
  const photos = pictures.filter((url) => mayLoad(url, config?.imageOrigins ?? []));
  return (
    <Stack gap="xs">
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <Photo url={photos[shown]} propertyType={propertyType} />
      </Paper>
      {photos.length > 1 && (
        <Group gap="xs">
          {photos.slice(0, THUMBNAILS).map((url, n) => (
            <UnstyledButton
              key={url}
              w={72}
              aria-label={t.showPhoto(number(n + 1))}
              aria-pressed={n === shown}
              onClick={() => setShown(n)}
            >
              <Paper withBorder style={{ overflow: 'hidden', opacity: n === shown ? 1 : 0.65 }}>
                <Photo url={url} propertyType={propertyType} />
              </Paper>
            </UnstyledButton>
          ))}
        </Group>
      )}
      {photos.length === 0 && (
        <Text size="sm" c="dimmed">
          {pictures.length === 0 ? words.noPhoto : t.photosElsewhere(number(pictures.length))}
        </Text>
      )}
    </Stack>
  );
}

type Type = Listing['propertyType'];
