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
import { reportError } from '../api/report-error'
import { all, type Listed } from '../api/resource'
import { send } from '../api/send'

/** Everything the person has arranged, on whatever device; kept on the server and cached here. */
export const mySettings = all(userSettings)

/** A change is sent when there has been no other for so long, in ms: a column that is being pulled is saved once. */
const restMs = 300
const waiting = new Map<SettingKey, ReturnType<typeof setTimeout>>()

/** The value of a setting in a cached answer; undefined when there is none, or one of another version. */
function settingIn<K extends SettingKey>(
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

  function change(value: SettingValue<K>) {
    const schemaVersion = settingVersion(key)
    queries.setQueryData(mySettings.queryKey, (known: Listed<typeof userSettings> | undefined) => {
      const records = (known?.records ?? []).filter(({ id }) => id !== key)
      const setting = { id: key, version: 0, schemaVersion, value, updatedAt: '' } as UserSetting
      return { included: [], ...known, records: [...records, setting] }
    })
    clearTimeout(waiting.get(key))
    waiting.set(
      key,
      setTimeout(() => keep(key, schemaVersion, value as UserSetting['value']), restMs),
    )
  }

  return [settingIn(data, key), change]
}

function keep(key: SettingKey, schemaVersion: number, value: UserSetting['value']) {
  send({
    method: 'POST',
    address: userSettings.path,
    body: toRequest(userSettings, { id: key, schemaVersion, value }),
    mediaType: jsonApiMediaType,
  }).catch((error: unknown) => reportError(error, 'saveFailed'))
}
