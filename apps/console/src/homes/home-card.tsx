import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import { leadListing, type Property } from './home-summary.js';
import './home-card.css';
import { homeTexts } from './home-texts.js';
import { Marked } from './marked.js';
import { Photo } from './photo.js';
import { useHomeWords } from './use-home-words.js';

/** A home in a list: what it is, where, and for how much. */
export function HomeCard({
  property,
  onLookAt,
}: {
  property: Property;
  /** The reader points at it, or away from it. */
  onLookAt?: (uuid: string | undefined) => void;
}) {
  const t = useTexts(homeTexts);
  const { price, number, distance } = useFormats();
  const { facts, title } = useHomeWords();
  const lead = leadListing(property);
  if (lead === undefined) return null;
  return (
    <Card
      withBorder
      padding="sm"
      component="article"
      className="home-card"
      data-testid="home"
      data-uuid={property.uuid}
      onMouseEnter={() => onLookAt?.(property.uuid)}
      onMouseLeave={() => onLookAt?.(undefined)}
      onFocus={() => onLookAt?.(property.uuid)}
      onBlur={() => onLookAt?.(undefined)}
    >
      <Card.Section>
        <Photo url={lead.pictures[0]} propertyType={lead.propertyType} />
      </Card.Section>
      <Stack gap={4} mt="sm">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={700} size="lg" data-testid="price">
            {price(property.minPrice ?? lead.price, lead.currency)}
            {lead.transactionType === 'RENT' && (
              <Text span size="sm" c="dimmed">
                {' '}
                {t.perMonth}
              </Text>
            )}
          </Text>
          {property.listings.length > 1 && (
            <Badge variant="light" style={{ flexShrink: 0 }}>
              {t.adverts(number(property.listings.length))}
            </Badge>
          )}
        </Group>
        <Text size="sm" fw={600} lineClamp={2} component="h3" m={0}>
          <Link to="/homes/$uuid" params={{ uuid: property.uuid }} className="home-link">
            <Marked text={title(lead)} parts={lead.highlight?.title} />
          </Link>
        </Text>
        {lead.title !== null && <Text size="sm">{facts(lead)}</Text>}
        <Text size="sm" c="dimmed">
          {[
            [lead.districtName, lead.cityName].filter((name) => name !== null).join(', '),
            property.distanceMeters != null ? distance(property.distanceMeters) : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
      </Stack>
    </Card>
  );
}
