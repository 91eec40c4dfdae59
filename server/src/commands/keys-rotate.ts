import { parseArgs } from 'node:util'
import { KeyRing } from '../identity/keys/key-ring'
import { runCommand } from '../platform/run-command'
import { openSecrets } from '../platform/secrets'

/**
 * Replaces undecryptable keys only if the operator states that SECRET_KEY is lost, since it may be mistyped. Returns
 * the message.
 */
async function rotate(keys: KeyRing, now: number, isLost: boolean): Promise<string> {
  if (!isLost) {
    await keys.assertNoLostKeys(now)
    return `A new key is published and signs from ${await keys.rotate(now)}. Nobody is signed out.`
  }
  const ended = await keys.replaceLostKeys(now)
  if (ended === 0) return 'This SECRET_KEY opens every signing key: none is lost, and nothing was changed.'
  return `Keys that could not be opened: ${ended}, which sign no more. A new one signs at once. Everybody signs in anew, at the latest after an hour.`
}

await runCommand(async ({ configuration, print, open }) => {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { 'lost-key': { type: 'boolean' } } })
  const { platform } = await open()
  const keys = new KeyRing(platform, openSecrets(configuration))
  print(await rotate(keys, platform.clock(), values['lost-key'] === true))
})
