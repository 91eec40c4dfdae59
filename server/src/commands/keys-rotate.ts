import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { KeyRing } from '../identity/keys/key-ring'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { openSecrets } from '../platform/secrets'
import { StartRefused } from '../platform/start-refused'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

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

try {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { 'lost-key': { type: 'boolean' } } })
  const configuration = readConfiguration(process.env)
  const { platform, close } = await openPlatform({ configuration, log: pino({ level: 'warn' }), print, shared: true })
  try {
    const keys = new KeyRing(platform, openSecrets(configuration))
    print(await rotate(keys, platform.clock(), values['lost-key'] === true))
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
