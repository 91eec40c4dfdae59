import type { Insertable } from 'kysely'
import type { DB } from '../src/platform/database.types'

/** URLs that the web app looks up by key. */
export const urlRows: Insertable<DB['url']>[] = [
  { key: 'HELP', url: 'https://help.lintel.example/' },
  { key: 'PRIVACY', url: 'https://lintel.example/privacy' },
  { key: 'TERMS', url: 'https://lintel.example/terms' },
  { key: 'STATUS', url: 'https://status.lintel.example/' },
  { key: 'RELEASE-NOTES', url: 'https://help.lintel.example/releases' },
]
