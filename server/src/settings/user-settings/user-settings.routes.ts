import { administers, isNoGuest, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
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

/** A person's own settings; a guest has no screens to arrange. */
export const userSettingRoutes = serve(userSettings, {
  bodyLimit: 64 * 1_024,
  find,
  // How somebody arranges their grids is nobody's business: the trail says that they did.
  traced: ['schemaVersion'],
  list: {
    may: isNoGuest,
    async run({ db, actor }) {
      const records = await listOwn(db, actor)
      return { records, total: records.length, next: null, previous: null }
    },
  },
  read: { may: isNoGuest },
  create: {
    may: isNoGuest,
    async run(making, { id, schemaVersion, value }) {
      const key = keyOf(id)
      assertSettingValid(making.actor, key, schemaVersion, value)
      await put(making, { key, schemaVersion, value })
      return key
    },
  },
  update: {
    may: isNoGuest,
    async run(making, setting, patch) {
      const changed = { ...setting, ...patch }
      assertSettingValid(making.actor, keyOf(setting.id), changed.schemaVersion, changed.value)
      await change(making, changed)
    },
  },
  remove: { may: isNoGuest, run: ({ db, actor }, setting) => remove(db, actor, setting) },
})

function keyOf(id: string | undefined): SettingKey {
  const key = settingKeys.find((known) => known === id)
  if (!key) throw new Problem('invalid', { pointer: '/data/id' })
  return key
}

/** A setting is of today's version and looks as its key says; the active customer is one that the person administers. */
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
