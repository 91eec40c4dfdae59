import { isForRealPeople } from '@lintel/contract/people/permissions'
import { storeDemoFiles } from '../demo/content/files'
import { hasDemoWorld, isUninhabited, loadDemoWorld } from '../demo/load'
import type { Platform } from './platform/context'
import { closeDatabase, openDatabase } from './platform/database'
import { openObjectStore } from './platform/objects/open-object-store'
import { openSecrets } from './platform/secrets'
import { StartRefused } from './platform/start-refused'

/**
 * The demo world is loaded once, in the local environment, into a database in which nobody lives; where real people work
 * nothing starts over it. `url` is the platform's database.
 * @throws StartRefused when it is where real people work
 */
export async function settleDemoWorld(
  { configuration, db, clock }: Platform,
  url: string,
  say: (sentence: string) => void,
): Promise<void> {
  const { environment } = configuration
  if (await hasDemoWorld(db)) {
    if (!isForRealPeople(environment)) return
    throw new StartRefused(
      `The database holds the demo organisation, which ${environment} does not serve: use another database.`,
    )
  }
  if (environment !== 'local') return
  if (!(await isUninhabited(db))) {
    say('The demo organisation is not loaded: the database has people or customers of its own.')
    return
  }
  const begun = performance.now()
  // Its statements take seconds on a busy machine: a request's patience would break them off and end the start.
  const patient = openDatabase({ url, max: 1, statementTimeout: 0, idleInTransactionTimeout: 0, silence: 60_000 })
  try {
    // First the bytes, then the rows that name them.
    await storeDemoFiles(openObjectStore(configuration))
    await loadDemoWorld(patient, { now: clock(), secrets: openSecrets(configuration) })
  } finally {
    await closeDatabase(patient)
  }
  say(`The demo organisation is loaded (${Math.round(performance.now() - begun)} ms).`)
}
