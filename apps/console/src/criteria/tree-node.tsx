import { Button, CloseButton, Fieldset, Group, Menu, ScrollArea, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Violation } from '../client/api-problem.js';
import { useTexts } from '../texts/texts.js';
import { ConditionEditor } from './condition-editor.js';
import { CONDITION_NAMES, fieldOf, type ConditionName } from './conditions.js';
import { criteriaTexts } from './criteria-texts.js';
import { childrenOf, type CriteriaNode } from './node-path.js';
import { conditionsOf, statedIn, stating } from './stated-conditions.js';
import { treeTexts } from './tree-texts.js';

interface NodeProps {
  readonly node: CriteriaNode;
  /** Where it stands, as violations say it. */
  readonly path: string;
  readonly label: string;
  readonly violations: readonly Violation[];
  /** Conditions that were added and say nothing yet, by the path of their node. */
  readonly begun: ReadonlySet<string>;
  readonly onBegin: (place: string) => void;
  readonly onChange: (node: CriteriaNode) => void;
  readonly onRemove?: () => void;
}

/** A group of conditions and the groups in it, to any depth. */
export function TreeNode({ node, path, label, violations, begun, onBegin, onChange, onRemove }: NodeProps) {
  const t = useTexts(treeTexts);
  const { conditions } = useTexts(criteriaTexts);
  const stated = conditionsOf(node);
  const shown = CONDITION_NAMES.filter((name) => stated.includes(name) || begun.has(`${path}/${name}`));
  const children = childrenOf(node);
  const changeChildren = (next: CriteriaNode[]) => {
    const { children: _, branches: __, operator, ...own } = node;
    onChange(next.length === 0 ? own : { ...own, operator: operator ?? 'OR', children: next });
  };
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="sm">
        {shown.length === 0 && children.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.nothing}
          </Text>
        )}
        {shown.map((name) => (
          <Row
            key={name}
            name={name}
            value={statedIn(node, name) ?? {}}
            violations={violations.filter(({ propertyPath }) => isAt(propertyPath, path, name))}
            onChange={(value) => {
              onBegin(`${path}/${name}`);
              onChange(stating(node, name, value));
            }}
            onRemove={() => {
              onBegin(`-${path}/${name}`);
              onChange(stating(node, name, undefined));
            }}
          />
        ))}
        {children.length > 1 && (
          <SegmentedControl
            size="xs"
            styles={{ label: { whiteSpace: 'normal', height: '100%' } }} // the longer language on a phone
            value={node.operator ?? 'AND'}
            onChange={(operator) => onChange({ ...node, operator: operator })}
            data={[
              { value: 'OR', label: t.oneOf },
              { value: 'AND', label: t.allOf },
            ]}
          />
        )}
        {children.map((child, n) => (
          <TreeNode
            key={n}
            node={child}
            path={`${path}.children[${n}]`}
            label={t.group(`${label.replace(/^\D+/, '')}${label.match(/\d$/) ? '.' : ''}${n + 1}`)}
            {...{ violations, begun, onBegin }}
            onChange={(next) => changeChildren(children.map((each, at) => (at === n ? next : each)))}
            onRemove={() => changeChildren(children.filter((_, at) => at !== n))}
          />
        ))}
        <Group gap="xs">
          <Menu withinPortal={false} shadow="md" position="bottom-start">
            <Menu.Target>
              <Button size="compact-sm" variant="light">
                {t.addCondition}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ScrollArea.Autosize mah={280} type="auto">
                {CONDITION_NAMES.filter((name) => !shown.includes(name) && !['shapes', 'box'].includes(name)).map(
                  (name) => (
                    <Menu.Item key={name} onClick={() => add(name)}>
                      {conditions[name]}
                    </Menu.Item>
                  ),
                )}
              </ScrollArea.Autosize>
            </Menu.Dropdown>
          </Menu>
          <Button size="compact-sm" variant="default" onClick={() => changeChildren([...children, {}])}>
            {t.addGroup}
          </Button>
          {onRemove !== undefined && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
              {t.remove(label)}
            </Button>
          )}
        </Group>
      </Stack>
    </Fieldset>
  );

  function add(name: ConditionName): void {
    onBegin(`${path}/${name}`);
    const { kind, words } = fieldOf(name);
    if (kind === 'flag') onChange(stating(node, name, { value: true }));
    if (kind === 'words') onChange(stating(node, name, { value: words![0] }));
  }
}

function Row({
  name,
  value,
  violations,
  onChange,
  onRemove,
}: {
  name: ConditionName;
  value: Readonly<Record<string, unknown>>;
  violations: readonly Violation[];
  onChange: (value: object) => void;
  onRemove: () => void;
}) {
  const t = useTexts(treeTexts);
  const { conditions } = useTexts(criteriaTexts);
  return (
    <Stack gap={4} role="group" aria-label={conditions[name]} data-testid={`condition-${name}`}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          {conditions[name]}
        </Text>
        <CloseButton size="md" aria-label={t.remove(conditions[name])} onClick={onRemove} />
      </Group>
      <ConditionEditor name={name} value={value} onChange={onChange} />
      {violations.map(({ message, propertyPath }) => (
        <Text key={propertyPath} size="sm" c="red.8" role="alert">
          {message}
        </Text>
      ))}
    </Stack>
  );
}

/** Whether a violation is of a condition of this very node. */
function isAt(propertyPath: string, path: string, name: ConditionName): boolean {
  const place = [path, ...fieldOf(name).path].join('.');
  return propertyPath === place || propertyPath.startsWith(`${place}.`) || propertyPath.startsWith(`${place}[`);
}
