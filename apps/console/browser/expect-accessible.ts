import fs from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Fails where axe finds something serious on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE); // by the debugger, which the content security policy does not concern
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Finding[] }> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  const serious = findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }));
  expect(serious).toEqual([]);
}
