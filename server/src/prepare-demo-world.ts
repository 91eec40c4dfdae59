import { hasRealUsers } from '@lintel/contract/people/permissions'
import { storeDemoFiles } from '../demo/content/files'
import { hasDemoWorld, isDatabaseEmpty, loadDemoWorld } from '../demo/load-demo-world'
import type { Configuration } from './platform/configuration'
import type { Platform } from './platform/context'
import { closeDatabase, openDatabase } from './platform/database'
import { openObjectStore } from './platform/objects/open-object-store'
import type { OpenOptions } from './platform/open-platform'
import { openSecrets } from './platform/secrets'
import { StartRefused } from './platform/start-refused'

/**
 * What is asked of a database before it is migrated, which has no way back.
 * @throws StartRefused when a database with the demo world is used in an environment for real people
 */
export const refuseDemoWorld =
  ({ environment }: Pick<Configuration, 'environment'>): NonNullable<OpenOptions['beforeMigration']> =>
  async (db) => {
    if (!hasRealUsers(environment) || !(await hasDemoWorld(db))) return
    throw new StartRefused(
      `The database holds the demo organisation, which ${environment} does not serve: use another database.`,
    )
  }

/** Loads the demo world once, in the local environment, into a database without people. `url` is the database of the platform. */
export async function prepareDemoWorld(
  { configuration, db, clock }: Platform,
  url: string,
  print: (sentence: string) => void,
): Promise<void> {
  if (configuration.environment !== 'local' || (await hasDemoWorld(db))) return
  if (!(await isDatabaseEmpty(db))) {
    print('The demo organisation is not loaded: the database has people or customers of its own.')
    return
  }
  const begun = performance.now()
  // Its statements take seconds on a busy machine, longer than the timeout of requests.
  const patient = openDatabase({ url, max: 1, statementTimeout: 0, idleInTransactionTimeout: 0, silence: 60_000 })
  try {
    // Store the files first, then the rows that refer to them.
    await storeDemoFiles(openObjectStore(configuration))
    await loadDemoWorld(patient, { now: clock(), secrets: openSecrets(configuration) })
  } finally {
    await closeDatabase(patient)
  }
  print(`The demo organisation is loaded (${Math.round(performance.now() - begun)} ms).`)
}
