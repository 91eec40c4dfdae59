/** Colours of libraries there are before the first comes again (admin-console chapter 9); `--library-1` and so on of the theme. */
export const libraryColours = 20

/** The colour of each library, by its id: in the order in which they were made, so that a new one changes no other's. */
export const coloursOf = (libraries: readonly { id: string; createdAt: string }[]): ReadonlyMap<string, string> =>
  new Map(
    [...libraries]
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
      .map(({ id }, at) => [id, `var(--library-${(at % libraryColours) + 1})`]),
  )
