/** Whoever awaits `released` is blocked until `release` is called. */
export function createGate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release: () => release() }
}
