/**
 * Focuses the first invalid field, which may be out of sight, when a form fails validation (second argument of
 * Mantine's `onSubmit`).
 */
export function focusFirstInvalid(_errors: unknown, _values: unknown, event?: { currentTarget: unknown }): void {
  const form = event?.currentTarget
  if (!(form instanceof HTMLFormElement)) return
  // After the errors are rendered.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
