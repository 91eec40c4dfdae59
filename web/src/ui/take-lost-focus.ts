/**
 * Focuses an element that takes the place of a removed one, such as a pressed button, unless the focus has moved elsewhere meanwhile. For
 * its `ref`; what cannot be focused by itself needs a `tabIndex` of -1.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
