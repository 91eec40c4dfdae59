import { registerForPush as register } from '@lintel/contract/settings/push'
import { ask } from '../api/ask'
import { reportError } from '../api/report-error'
import { type Native, native } from '../native/native'
import { type PushPlugin, pushPlugin, registerForPush } from '../native/push-registration'

let registeredFor: string | undefined

/**
 * Inside the native wrapper: registers the phone for push messages, once a person and page; a browser has none. What goes
 * wrong is reported, and nothing waits for it.
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
    await ask(register, { body: { Token: registration.token, DeviceType: platform } })
  } catch (error) {
    reportError(error)
  }
}
