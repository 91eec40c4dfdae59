import type { Insertable } from 'kysely'
import { hashPassword } from '../src/identity/passwords/hash'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { type NamedPerson, namedPeople } from './named-people'
import { insertRows } from './insert-rows'
import type { Moments } from './moments'
import type { DemoPerson } from './people'

/** The password of every demo person, shown on the sign-in page of a local installation (contract chapter 5). */
export const demoPassword = 'lintel demo building'

/** The seed, in base 32, of the demo staff person's one-time codes: shown beside the password. */
export const demoCodeSecret = 'LNTELDEM4BU5LDNGK7QWZ2XJ3YHS6RTC'

/**
 * One hash with one salt for everybody: salts keep people with the same password from being recognised, and here
 * everybody is told that they have the same. Several hundred hashes would make the first start ten seconds longer.
 */
export async function insertCredentials(
  db: Transaction,
  people: readonly DemoPerson[],
  hash: string,
  { ago }: Moments,
): Promise<void> {
  const known = new Map<string, NamedPerson>(namedPeople.map((member) => [member.email, member]))
  const rows = people
    .filter(({ row }) => !row.externally_identified && !row.deleted_at)
    .map(
      ({ id, email }): Insertable<DB['password_credential']> => ({
        user_id: id,
        hash,
        reset_needed: known.get(email)?.passwordResetNeeded ?? false,
        changed_at: ago(60),
      }),
    )
  await insertRows(db, 'password_credential', rows)
}

export const hashDemoPassword = (): Promise<string> => hashPassword(demoPassword)
