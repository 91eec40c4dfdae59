import { useState } from 'react'

/** Whose changes a list shows. */
export type Whose = 'mine' | 'everybodys'

/** The last choice, and the path of its screen. */
let chosen: { whose: Whose; path: string } | undefined

const recall = (): Whose => (chosen?.path === location.pathname ? chosen.whose : 'mine')

function remember(whose: Whose) {
  chosen = { whose, path: location.pathname }
}

/** Whose changes the list of a screen shows: one's own, unless everybody's were chosen there before. The next screen begins with one's own. */
export function useWhose(): [Whose, (whose: Whose) => void] {
  const [whose, setWhose] = useState(recall)
  return [
    whose,
    (next) => {
      remember(next)
      setWhose(next)
    },
  ]
}
