/**
 * What a form does that is not sent (second argument of Mantine's `onSubmit`): the keyboard goes to the first field that is
 * wrong, which may be out of sight.
 */
export function toFirstWrong(_errors: unknown, _values: unknown, event?: { currentTarget: unknown }): void {
  const form = event?.currentTarget
  if (!(form instanceof HTMLFormElement)) return
  // As soon as it is drawn as wrong.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
