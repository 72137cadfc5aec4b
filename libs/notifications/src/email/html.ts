/** Markup that needs no escaping any more. Made by the `html` tag alone. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * A template whose values are escaped, for elements and quoted attributes alike; markup in markup stays, lists are
 * joined, undefined is nothing.
 */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(literals.reduce((markup, literal, i) => markup + markupOf(values[i - 1]) + literal));
}

export type HtmlValue = Html | string | undefined | readonly Html[];

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'string'
    ? value.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    : value.map(({ markup }) => markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
