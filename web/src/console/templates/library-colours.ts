/** Number of library colours before they repeat (admin-console chapter 9): `--library-1` and so on of the theme. */
export const libraryColours = 20

/** The colour of each library by id, assigned in order of creation, so that a new library does not change the others. */
export const coloursOf = (libraries: readonly { id: string; createdAt: string }[]): ReadonlyMap<string, string> =>
  new Map(
    [...libraries]
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
      .map(({ id }, at) => [id, `var(--library-${(at % libraryColours) + 1})`]),
  )
