import { registerForPush as register } from '@lintel/contract/settings/push'
import { callApi } from '../api/call-api'
import { reportError } from '../api/report-error'
import { type Native, native } from '../native/native'
import { type PushPlugin, pushPlugin, registerForPush } from '../native/push-registration'

let registeredFor: string | undefined

/**
 * In the native wrapper: registers the phone for push messages, once per person and page. Failures are reported, and
 * nothing waits for it.
 */
export async function registerPhone(
  person: string,
  { platform }: Pick<Native, 'platform'> = native(),
  plugin: () => Promise<PushPlugin> = pushPlugin,
): Promise<void> {
  if (platform === 'web' || registeredFor === person) return
  registeredFor = person
  try {
    const registration = await registerForPush(await plugin())
    if (registration.result === 'failed') throw new Error(`Registering for push failed: ${registration.reason}`)
    if (registration.result === 'refused') return
    await callApi(register, { body: { Token: registration.token, DeviceType: platform } })
  } catch (error) {
    reportError(error)
  }
}
