import type { PublishedChange } from '@lintel/contract/settings/events'
import { isTemplateContent } from './library-contents'

interface LibraryChangeOptions {
  /** The displayed libraries. */
  libraries: readonly string[]
  /** The displayed library that is known to contain a resource. */
  findLibrary(id: string): string | undefined
  /** The project of a resource; undefined where the user cannot read it. */
  projectOf(id: string): Promise<string | undefined>
  reload(library: string): void
}

/** Maximum number of unknown resources that are looked up individually; with more, all libraries are refetched. */
const maxLookUps = 10

/** Unknown resources that arrive within this time, in ms, are looked up together. */
const batchDelayMs = 300

/**
 * Handles change events of all projects of a customer and refetches the displayed libraries that changed. An event does not name the
 * project, so the project of an unknown resource is looked up; also of a possibly deleted one, because replayed events carry no version.
 */
export function libraryChangeHandler({ libraries, findLibrary, projectOf, reload }: LibraryChangeOptions) {
  const unknown = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function lookUp() {
    timer = undefined
    const ids = [...unknown]
    unknown.clear()
    const changed =
      ids.length > maxLookUps ? libraries : await Promise.all(ids.map((id) => projectOf(id).catch(() => undefined)))
    for (const library of new Set(changed)) if (library !== undefined && libraries.includes(library)) reload(library)
  }

  function scheduleLookUp(id: string) {
    unknown.add(id)
    timer ??= setTimeout(() => void lookUp(), batchDelayMs)
  }

  return {
    onChange({ type, id }: PublishedChange): void {
      if (!isTemplateContent(type)) return
      // A bulk change, in any of the projects.
      if (id === null) for (const library of libraries) reload(library)
      else {
        const library = findLibrary(id)
        if (library !== undefined) reload(library)
        else scheduleLookUp(id)
      }
    },
    end(): void {
      clearTimeout(timer)
    },
  }
}
