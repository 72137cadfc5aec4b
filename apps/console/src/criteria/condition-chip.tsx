import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { ConditionEditor } from './condition-editor.js';
import type { ConditionName } from './conditions.js';
import { criteriaTexts } from './criteria-texts.js';
import { Delayed } from './delayed.js';
import { FilterChip } from './filter-chip.js';
import { listAt, type CriteriaNode } from './node-path.js';
import type { EditorProps } from './range-editor.js';
import { statedIn, stating } from './stated-conditions.js';
import { treeTexts } from './tree-texts.js';
import { useDivisionNames } from './use-division-names.js';
import { useSummary } from './use-summary.js';

/** One condition of a node as a chip; behind it its editor, or another one. */
export function ConditionChip({
  name,
  node,
  onChange,
  children,
}: {
  name: ConditionName;
  node: CriteriaNode;
  onChange: (node: CriteriaNode) => void;
  children?: (props: EditorProps) => ReactNode;
}) {
  const { conditions } = useTexts(criteriaTexts);
  const t = useTexts(treeTexts);
  const stated = statedIn(node, name);
  const summarize = useSummary(useDivisionNames(name === 'places' ? divisionsOf(stated) : []));
  const change = (value: object | undefined) => onChange(stating(node, name, value));
  return (
    <FilterChip
      label={stated === undefined ? conditions[name] : summarize(name, stated)}
      isSet={stated !== undefined}
      onClear={() => change(undefined)}
      clearLabel={t.remove(conditions[name])}
    >
      {children?.({ value: stated ?? {}, onChange: change }) ?? (
        <Delayed value={stated ?? {}} onChange={change}>
          {(props) => <ConditionEditor name={name} {...props} />}
        </Delayed>
      )}
    </FilterChip>
  );
}

function divisionsOf(stated: EditorProps['value'] = {}): number[] {
  return ['includedDivisionIds', 'excludedDivisionIds'].flatMap((member) => listAt<number>(stated, member));
}
