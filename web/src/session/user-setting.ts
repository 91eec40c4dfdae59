import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import {
  readSetting,
  type SettingKey,
  type SettingValue,
  settingVersion,
  type UserSetting,
  userSettings,
} from '@lintel/contract/settings/user-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { reportError } from '../api/report-error'
import { all, type Listed } from '../api/resource'
import { send } from '../api/send'

/** Everything the person has arranged, on whatever device; kept on the server and cached here. */
export const mySettings = all(userSettings)

/** A change is sent when there has been no other for so long, in ms: a column that is being pulled is saved once. */
const restMs = 300
const waiting = new Map<SettingKey, { timer: ReturnType<typeof setTimeout>; keep(): void }>()

/** Nobody knows whether a page that is hidden is ever seen again: what waits is sent. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { keep } of [...waiting.values()]) keep()
})

/** The value of a setting in a cached answer; undefined when there is none, or one of another version. */
export function settingIn<K extends SettingKey>(
  listed: Listed<typeof userSettings> | undefined,
  key: K,
): SettingValue<K> | undefined {
  const stored = listed?.records.find(({ id }) => id === key)
  return stored?.schemaVersion === settingVersion(key) ? readSetting(key, stored.value) : undefined
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
    const schemaVersion = settingVersion(key)
    queries.setQueryData(mySettings.queryKey, (known: Listed<typeof userSettings> | undefined) => {
      const records = (known?.records ?? []).filter(({ id }) => id !== key)
      const setting = { id: key, version: 0, schemaVersion, value, updatedAt: '' } as UserSetting
      return { included: [], ...known, records: [...records, setting] }
    })
    drawAtOnce()
    keepLater({ id: key, schemaVersion, value: value as UserSetting['value'] })
  }

  return [settingIn(data, key), change]
}

function keepLater(setting: Pick<UserSetting, 'schemaVersion' | 'value'> & { id: SettingKey }) {
  clearTimeout(waiting.get(setting.id)?.timer)
  const keep = () => {
    clearTimeout(timer)
    waiting.delete(setting.id)
    send({
      method: 'POST',
      address: userSettings.path,
      body: toRequest(userSettings, setting),
      mediaType: jsonApiMediaType,
      outlivesPage: true,
    }).catch((error: unknown) => reportError(error, 'saveFailed'))
  }
  const timer = setTimeout(keep, restMs)
  waiting.set(setting.id, { timer, keep })
}
