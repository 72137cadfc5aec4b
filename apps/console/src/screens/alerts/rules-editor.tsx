import { Box, Checkbox, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.js';
import { EVENT_TYPES, withRule, type EventType, type Rule } from './alert-draft.js';
import { alertsTexts } from './alerts-texts.js';
import { eventTexts } from './event-texts.js';

type Refusal = (field: string) => string | undefined;

/** Which events are sent, and from which change of price on. */
export function RulesEditor({
  rules,
  onChange,
  refusal,
}: {
  rules: readonly Rule[];
  onChange: (rules: Rule[]) => void;
  refusal: Refusal;
}) {
  const { types, meanings } = useTexts(eventTexts);
  const ruleOf = (eventType: EventType) => rules.find((rule) => rule.eventType === eventType);
  return (
    <Stack gap="sm">
      {EVENT_TYPES.map((eventType) => {
        const rule = ruleOf(eventType);
        const isOn = rule !== undefined && rule.enabled !== false;
        return (
          <Box key={eventType}>
            <Checkbox
              label={types[eventType]}
              description={meanings[eventType]}
              checked={isOn}
              onChange={(event) =>
                // A rule that is switched off keeps its thresholds.
                onChange(withRule(rules, eventType, { eventType, ...rule, enabled: event.currentTarget.checked }))
              }
            />
            {eventType === 'PRICE_CHANGED' && isOn && (
              <Thresholds
                rule={rule}
                onChange={(next) => onChange(withRule(rules, eventType, next))}
                refusal={(field) => refusal(`notificationConfig.rules[${rules.indexOf(rule)}].${field}`)}
              />
            )}
          </Box>
        );
      })}
      {refusal('notificationConfig.rules') !== undefined && (
        <Text size="sm" c="red.8">
          {refusal('notificationConfig.rules')}
        </Text>
      )}
    </Stack>
  );
}

const THRESHOLDS = ['thresholdPercentage', 'thresholdMinPercentage', 'thresholdMaxPercentage'] as const;

function Thresholds({ rule, onChange, refusal }: { rule: Rule; onChange: (rule: Rule) => void; refusal: Refusal }) {
  const t = useTexts(alertsTexts);
  const { directions, either } = useTexts(eventTexts);
  // The lower end of a band is another word for "at least": it is shown where an alert has one.
  const shown = THRESHOLDS.filter((name) => name !== 'thresholdMinPercentage' || rule[name] != null);
  return (
    <Group mt="xs" ml={{ base: 0, sm: 32 }} gap="sm" align="flex-start">
      <NativeSelect
        label={t.direction}
        value={rule.thresholdDirection ?? ''}
        onChange={(event) =>
          onChange({ ...rule, thresholdDirection: (event.currentTarget.value || null) as Rule['thresholdDirection'] })
        }
        data={[
          { value: '', label: either },
          { value: 'DECREASE', label: directions.DECREASE },
          { value: 'INCREASE', label: directions.INCREASE },
        ]}
        error={refusal('thresholdDirection')}
      />
      {shown.map((name) => (
        <NumberInput
          key={name}
          w={150}
          label={t.thresholds[name]}
          suffix=" %"
          min={0}
          value={rule[name] ?? ''}
          onChange={(value) => onChange({ ...rule, [name]: value === '' ? null : Number(value) })}
          error={refusal(name)}
        />
      ))}
    </Group>
  );
}
