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
import { all, type Listed, readAll } from '../api/resource'
import { send } from '../api/send'
import { ChangedSettings } from './changed-settings'

const changed = new ChangedSettings<UserSetting>()

/**
 * Everything the person has arranged, on whatever device; kept on the server and cached here. What was changed while it was being read
 * lies over what is read.
 */
export const mySettings = queryOptions({
  ...all(userSettings),
  async queryFn({ signal }): Promise<Listed<typeof userSettings>> {
    const withChanged = changed.read()
    const listed = await readAll(userSettings, {}, signal)
    return { ...listed, records: withChanged(listed.records) }
  },
})

/** A change is sent when there has been no other for so long, in ms: a column that is being pulled is saved once. */
const restMs = 300
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; keep(): void }>()
/** What is on its way to the server, by setting: the next change goes after it, so that the last one is what stays. */
const onTheWay = new Map<string, Promise<unknown>>()

/** Nobody knows whether a page that is hidden is ever seen again: what waits is sent. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { keep } of [...waiting.values()]) keep()
})

/** The value of a setting in a cached answer; undefined when there is none, or one of another version. */
export function settingIn<K extends SettingKey>(
  listed: Listed<typeof userSettings> | undefined,
  key: K,
): SettingValue<K> | undefined {
  const found = listed?.records.find(({ id }) => id === key)
  return found?.schemaVersion === settingVersion(key) ? readSetting(key, found.value) : undefined
}

/**
 * A setting of the person, and how it is changed: at once here, and on the server when the changes rest. That it could
 * not be kept is logged and otherwise let be: it holds for this visit.
 */
export function useUserSetting<K extends SettingKey>(
  key: K,
): [SettingValue<K> | undefined, (value: SettingValue<K>) => void] {
  const queries = useQueryClient()
  const { data } = useQuery(mySettings)
  // The cache tells its readers a moment later. A checkbox that is set by what it holds would go back until then: draw at once.
  const [, drawAtOnce] = useReducer((times: number) => times + 1, 0)

  function change(value: SettingValue<K>) {
    const setting = { id: key, version: 0, schemaVersion: settingVersion(key), value, updatedAt: '' } as UserSetting
    changed.change(setting)
    queries.setQueryData(mySettings.queryKey, (known: Listed<typeof userSettings> | undefined) => {
      const records = (known?.records ?? []).filter(({ id }) => id !== key)
      return { included: [], ...known, records: [...records, setting] }
    })
    drawAtOnce()
    keepLater(setting)
  }

  return [settingIn(data, key), change]
}

function keepLater(setting: UserSetting) {
  clearTimeout(waiting.get(setting.id)?.timer)
  const keep = () => {
    clearTimeout(timer)
    waiting.delete(setting.id)
    const before = document.visibilityState === 'hidden' ? undefined : onTheWay.get(setting.id)
    const sent = before ? before.then(() => put(setting)) : put(setting)
    onTheWay.set(setting.id, sent)
  }
  const timer = setTimeout(keep, restMs)
  waiting.set(setting.id, { timer, keep })
}

async function put(setting: UserSetting) {
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
