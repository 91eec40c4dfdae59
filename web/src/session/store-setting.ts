import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import {
  type SettingKey,
  type SettingValue,
  settingVersion,
  userSettings,
} from '@lintel/contract/settings/user-settings'
import { send } from '../api/send'

/** Stores a setting at once, for a choice whose failure the person has to see. Fails like {@link send}. */
export async function storeSetting<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> {
  const setting = { id: key, schemaVersion: settingVersion(key), value }
  await send({
    method: 'POST',
    address: userSettings.path,
    body: toRequest(userSettings, setting),
    mediaType: jsonApiMediaType,
    outlivesPage: true,
  })
}
