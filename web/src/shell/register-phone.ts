import type { CurrentUser } from '@lintel/contract/people/users'
import { registerForPush as register } from '@lintel/contract/settings/push'
import { callApi } from '../api/call-api'
import { reportError } from '../api/report-error'
import { type Native, native } from '../native/native'
import { type PushPlugin, pushPlugin, registerForPush } from '../native/push-registration'

let registeredFor: string | undefined

/**
 * In the native wrapper: registers the phone for push messages, once per person and page, unless a step is required of the
 * person first: until then the server refuses it. Failures are reported, after them it can be called again, and nothing
 * waits for it.
 */
export async function registerPhone(
  { id, restriction }: Pick<CurrentUser, 'id' | 'restriction'>,
  { platform }: Pick<Native, 'platform'> = native(),
  plugin: () => Promise<PushPlugin> = pushPlugin,
): Promise<void> {
  if (platform === 'web' || restriction !== null || registeredFor === id) return
  registeredFor = id
  try {
    const registration = await registerForPush(await plugin())
    if (registration.result === 'failed') throw new Error(`Registering for push failed: ${registration.reason}`)
    if (registration.result === 'refused') return
    await callApi(register, { body: { Token: registration.token, DeviceType: platform } })
  } catch (error) {
    // Somebody else may have signed in meanwhile.
    if (registeredFor === id) registeredFor = undefined
    reportError(error)
  }
}
