import type { Insertable } from 'kysely'
import { hashPassword } from '../src/identity/passwords/hash'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { insertRows } from './insert-rows'
import type { Moments } from './moments'
import { type NamedPerson, namedPeople } from './named-people'
import type { DemoPerson } from './people'

/** The password of every demo person, shown on the sign-in page of a local installation (contract chapter 5). */
export const demoPassword = 'lintel demo building'

/** The base-32 TOTP secret of the demo staff person, shown next to the password. */
export const demoCodeSecret = 'LNTELDEM4BU5LDNGK7QWZ2XJ3YHS6RTC'

/**
 * Inserts the password credentials, all with one hash and salt: here it is public that all passwords are equal, and
 * several hundred hashes would make the first start ten seconds longer.
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
