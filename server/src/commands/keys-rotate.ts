import { pino } from 'pino'
import { KeyRing } from '../identity/keys/key-ring'
import { readConfiguration } from '../platform/configuration'
import { openPlatform } from '../platform/open-platform'
import { openSecrets } from '../platform/secrets'
import { StartRefused } from '../platform/start-refused'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

try {
  const configuration = readConfiguration(process.env)
  const { platform, close } = await openPlatform({ configuration, log: pino({ level: 'warn' }), say, shared: true })
  try {
    const signsFrom = await new KeyRing(platform, openSecrets(configuration)).rotate(platform.clock())
    say(`A new key is published and signs from ${signsFrom}. Nobody is signed out.`)
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(error instanceof StartRefused ? `${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = 1
}
