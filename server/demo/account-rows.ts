import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import type { Moments } from './moments'
import { personId } from './person-id'
import { projectId } from './projects'

/** Account data of some named people: favourites, opened projects, settings, a pending email change. */

export const bookmarkRows = ({ ago }: Moments): Insertable<DB['project_bookmark']>[] =>
  [
    { email: 'mei@nordbygg.example', number: 'NB-2041', isFavourite: true, opened: null },
    { email: 'anna@nordbygg.example', number: 'NB-2042', isFavourite: true, opened: null },
    // A customer administrator opens a project without being a member.
    { email: 'astrid@nordbygg.example', number: 'NB-2044', isFavourite: false, opened: 3 },
  ].map(({ email, number, isFavourite, opened }) => ({
    user_id: personId(email),
    project_id: projectId(number),
    is_favourite: isFavourite,
    opened_at: opened === null ? null : ago(opened),
  }))

export const settingRows = ({ ago }: Moments): Insertable<DB['user_setting']>[] => [
  {
    user_id: personId('anna@nordbygg.example'),
    key: 'projects',
    schema_version: 8,
    value: { columns: [{ id: 'name', width: 260 }, { id: 'externalId' }, { id: 'createdAt' }] },
    updated_at: ago(12),
    version: 1,
  },
]

export const emailChangeRows = ({ now, ahead }: Moments): Insertable<DB['email_change']>[] => [
  {
    user_id: personId('freja@skovgaard.example'),
    email: 'freja@skovgaard-tegnestue.example',
    // The text form of bytea. Nobody has the code.
    code_hash: `\\x${hashSecret('the mail that never came').toString('hex')}` as unknown as Buffer,
    created_at: now,
    expires_at: ahead(1),
  },
]
