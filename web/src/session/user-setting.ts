import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import {
  readSetting,
  type SettingKey,
  type SettingValue,
  settingVersion,
  type UserSetting,
  userSettings,
} from '@lintel/contract/settings/user-settings'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { reportError } from '../api/report-error'
import { all, type RecordList, readAll } from '../api/resource'
import { send } from '../api/send'
import { ChangedSettings } from './changed-settings'

const changed = new ChangedSettings<UserSetting>()

/** The person's settings, stored on the server and cached here. Changes made during a read are laid over its result. */
export const mySettings = queryOptions({
  ...all(userSettings),
  async queryFn({ signal }): Promise<RecordList<typeof userSettings>> {
    const withChanged = changed.read()
    const listed = await readAll(userSettings, {}, signal)
    return { ...listed, records: withChanged(listed.records) }
  },
})

/** Debounce of a save, in ms: dragging a column saves once. */
const restMs = 300
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; keep(): void }>()
/** Saves in progress, by setting: the next one waits, so that the last change wins. */
const pendingSaves = new Map<string, Promise<unknown>>()

/** A hidden page may never become visible again, so scheduled saves are sent at once. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { keep } of [...waiting.values()]) keep()
})

/** The value of a setting in a cached response; undefined when it is missing or of another version. */
export function settingIn<K extends SettingKey>(
  listed: RecordList<typeof userSettings> | undefined,
  key: K,
): SettingValue<K> | undefined {
  const setting = listed?.records.find(({ id }) => id === key)
  return setting?.schemaVersion === settingVersion(key) ? readSetting(key, setting.value) : undefined
}

/**
 * A setting and its setter: a change applies here at once and is saved after a debounce. A failed save is only logged: the change applies
 * until the page is closed.
 */
export function useUserSetting<K extends SettingKey>(
  key: K,
): [SettingValue<K> | undefined, (value: SettingValue<K>) => void] {
  const queries = useQueryClient()
  const { data } = useQuery(mySettings)
  // The cache notifies its observers asynchronously; a controlled checkbox would flip back until then, so a render is forced.
  const [, forceRender] = useReducer((times: number) => times + 1, 0)

  function change(value: SettingValue<K>) {
    const setting = { id: key, version: 0, schemaVersion: settingVersion(key), value, updatedAt: '' } as UserSetting
    changed.change(setting)
    queries.setQueryData(mySettings.queryKey, (known: RecordList<typeof userSettings> | undefined) => {
      const records = (known?.records ?? []).filter(({ id }) => id !== key)
      return { included: [], ...known, records: [...records, setting] }
    })
    forceRender()
    scheduleSave(setting)
  }

  return [settingIn(data, key), change]
}

function scheduleSave(setting: UserSetting) {
  clearTimeout(waiting.get(setting.id)?.timer)
  const keep = () => {
    clearTimeout(timer)
    waiting.delete(setting.id)
    const before = document.visibilityState === 'hidden' ? undefined : pendingSaves.get(setting.id)
    const sent = before ? before.then(() => saveSetting(setting)) : saveSetting(setting)
    pendingSaves.set(setting.id, sent)
  }
  const timer = setTimeout(keep, restMs)
  waiting.set(setting.id, { timer, keep })
}

async function saveSetting(setting: UserSetting) {
  const { id, schemaVersion, value } = setting
  try {
    await send({
      method: 'POST',
      address: userSettings.path,
      body: toRequest(userSettings, { id, schemaVersion, value }),
      mediaType: jsonApiMediaType,
      outlivesPage: true,
    })
    changed.keep(setting)
  } catch (error) {
    reportError(error, 'saveFailed')
  }
}
