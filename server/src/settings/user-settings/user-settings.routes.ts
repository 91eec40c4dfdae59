import { administers, isFullUser, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import {
  readSetting,
  type SettingKey,
  settingKeys,
  settingVersion,
  type UserSetting,
  userSettings,
} from '@lintel/contract/settings/user-settings'
import { serve } from '../../platform/serve'
import { change, find, listOwn, put, remove } from './user-settings.store'

/** The settings of a person; guests have none. */
export const userSettingRoutes = serve(userSettings, {
  bodyLimit: 64 * 1_024,
  find,
  // Values are private: the audit log records only that they changed.
  auditedFields: ['schemaVersion'],
  list: {
    may: isFullUser,
    async run({ db, actor }) {
      const records = await listOwn(db, actor)
      return { records, total: records.length, next: null, previous: null }
    },
  },
  read: { may: isFullUser },
  create: {
    may: isFullUser,
    async run(context, { id, schemaVersion, value }) {
      const key = keyOf(id)
      assertSettingValid(context.actor, key, schemaVersion, value)
      await put(context, { key, schemaVersion, value })
      return key
    },
  },
  update: {
    may: isFullUser,
    async run(context, setting, patch) {
      const changed = { ...setting, ...patch }
      assertSettingValid(context.actor, keyOf(setting.id), changed.schemaVersion, changed.value)
      await change(context, changed)
    },
  },
  remove: { may: isFullUser, run: ({ db, actor }, setting) => remove(db, actor, setting) },
})

function keyOf(id: string | undefined): SettingKey {
  const key = settingKeys.find((known) => known === id)
  if (!key) throw new Problem('invalid', { pointer: '/data/id' })
  return key
}

/** Throws 422 unless the version is current and the value valid; the active customer must be one that the person administers. */
function assertSettingValid(actor: Person, key: SettingKey, schemaVersion: number, value: UserSetting['value']): void {
  const version = settingVersion(key)
  if (schemaVersion !== version) {
    throw new Problem('invalid', {
      pointer: '/data/attributes/schemaVersion',
      detail: `It is ${version} for ${key}`,
      meta: { schemaVersion: version },
    })
  }
  if (readSetting(key, value) === undefined) {
    throw new Problem('invalid', { pointer: '/data/attributes/value', detail: `It does not look like ${key}` })
  }
  const chosen = key === 'active-customer' ? readSetting(key, value) : undefined
  if (chosen && !administers(withAnyLoginMethod(actor), chosen.customer)) {
    throw new Problem('unknownReference', { pointer: '/data/attributes/value' })
  }
}
