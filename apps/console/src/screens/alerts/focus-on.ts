/** Takes the focus to what has just come in the place of the button that was pressed: it would be nowhere. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
