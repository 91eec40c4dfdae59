/** A setting changed in this page, and which reads include the change. */
interface Changed<Setting> {
  setting: Setting
  /** Reads started after this include the change, as the server has confirmed it. */
  savedAt: number
}

/**
 * The settings changed in this page. A read that started before the server confirmed a change does not include it, however late it arrives,
 * so the changes are laid over its result. A change that could not be saved applies until the page is closed.
 */
export class ChangedSettings<Setting extends { id: string }> {
  #now = 0
  #changed = new Map<string, Changed<Setting>>()

  /** Records a change as soon as it is made. */
  change(setting: Setting): void {
    this.#changed.set(setting.id, { setting, savedAt: Number.POSITIVE_INFINITY })
  }

  /** Marks a setting as saved by the server, unless it has changed again since. */
  keep(setting: Setting): void {
    const changed = this.#changed.get(setting.id)
    if (changed?.setting !== setting) return
    this.#now += 1
    changed.savedAt = this.#now
  }

  /** Starts a read; the returned function merges the unsaved changes into its result. */
  read(): (records: readonly Setting[]) => Setting[] {
    const startedAt = this.#now
    return (records) => {
      const newer = [...this.#changed.values()]
        .filter(({ savedAt }) => savedAt > startedAt)
        .map(({ setting }) => setting)
      const ids = new Set(newer.map(({ id }) => id))
      return [...records.filter(({ id }) => !ids.has(id)), ...newer]
    }
  }
}
