/** A place where so many wait for each other: it lets them go on when all of them are there. */
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
