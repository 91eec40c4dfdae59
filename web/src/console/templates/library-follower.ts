import type { ChangeTold } from '@lintel/contract/settings/events'
import { isCopied } from './library-contents'

interface Followed {
  /** The libraries that are shown. */
  libraries: readonly string[]
  /** The library of those that is known to hold a resource. */
  holderOf(id: string): string | undefined
  /** The project that a resource is in; undefined where the person cannot read it. */
  projectOf(id: string): Promise<string | undefined>
  readAgain(library: string): void
}

/** Of more new resources at once, nobody asks where each of them is. */
const mostAskedFor = 10

/** What comes within so long, in ms, is asked about together. */
const togetherMs = 300

/**
 * Hears of what changes in all projects of a customer, and has those libraries read again that are shown and were changed. A change does not
 * say in which project it was: of a resource that is not known yet, that is asked. So it is of one that may be gone: of what was missed,
 * no version is told.
 */
export function libraryFollower({ libraries, holderOf, projectOf, readAgain }: Followed) {
  const unknown = new Set<string>()
  let waiting: ReturnType<typeof setTimeout> | undefined

  async function lookUp() {
    waiting = undefined
    const ids = [...unknown]
    unknown.clear()
    const changed =
      ids.length > mostAskedFor ? libraries : await Promise.all(ids.map((id) => projectOf(id).catch(() => undefined)))
    for (const library of new Set(changed)) if (library !== undefined && libraries.includes(library)) readAgain(library)
  }

  function ask(id: string) {
    unknown.add(id)
    waiting ??= setTimeout(() => void lookUp(), togetherMs)
  }

  return {
    onChange({ type, id }: ChangeTold): void {
      if (!isCopied(type)) return
      // Several were changed in one step, in whichever projects.
      if (id === null) for (const library of libraries) readAgain(library)
      else {
        const holder = holderOf(id)
        if (holder !== undefined) readAgain(holder)
        else ask(id)
      }
    },
    end(): void {
      clearTimeout(waiting)
    },
  }
}
