/** A setting that was changed here, and since when a reading knows of it. */
interface Changed<Setting> {
  setting: Setting
  /** Readings that began after this bring it: the server has answered that it keeps it. */
  keptAt: number
}

/**
 * The settings that were changed in this page. A reading that began before the server kept a change cannot know of it,
 * however late it arrives: what was changed lies over what it brings. A change that could not be kept holds for the visit.
 */
export class ChangedSettings<Setting extends { id: string }> {
  #now = 0
  #changed = new Map<string, Changed<Setting>>()

  /** Takes note of a change, from the moment in which it is made. */
  change(setting: Setting): void {
    this.#changed.set(setting.id, { setting, keptAt: Number.POSITIVE_INFINITY })
  }

  /** The server keeps a setting as it was then; what was changed once more is still to be kept. */
  keep(setting: Setting): void {
    const changed = this.#changed.get(setting.id)
    if (changed?.setting !== setting) return
    this.#now += 1
    changed.keptAt = this.#now
  }

  /** Begins a reading; what it brings goes through what this gives. */
  read(): (records: readonly Setting[]) => Setting[] {
    const begun = this.#now
    return (records) => {
      const newer = [...this.#changed.values()].filter(({ keptAt }) => keptAt > begun).map(({ setting }) => setting)
      const ids = new Set(newer.map(({ id }) => id))
      return [...records.filter(({ id }) => !ids.has(id)), ...newer]
    }
  }
}
