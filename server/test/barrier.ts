/** A barrier: the returned function resolves once `count` callers have called it. */
export function barrier(count: number): () => Promise<void> {
  let missing = count
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    missing -= 1
    if (missing === 0) open()
    return all
  }
}
