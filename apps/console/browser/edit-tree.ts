import type { Locator, Page } from 'playwright-core';

/** The editor of a tree that a page has opened. */
export class TreeEditing {
  readonly editor: Locator;

  constructor(private readonly page: Page) {
    this.editor = page.getByRole('dialog');
  }

  group(name: string): Locator {
    return this.editor.getByRole('group', { name, exact: true });
  }

  /** The buttons of a group stand behind those of the groups in it. */
  async addGroup(place = 'All conditions'): Promise<void> {
    await this.group(place).getByRole('button', { name: 'Add a group' }).last().click();
  }

  async add(place: string, condition: string): Promise<void> {
    await this.group(place).getByRole('button', { name: 'Add a condition' }).last().click();
    await this.page.getByRole('menuitem', { name: condition, exact: true }).click();
  }

  async apply(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Apply' }).click();
  }
}
