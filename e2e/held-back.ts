/** What waits for `held` goes on when `release` is called. */
export function heldBack() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release: () => release() }
}
