import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'

/** How old the last proof may be for what changes who can get in, in milliseconds (security G9). */
const freshMs = 10 * 60_000

/** Throws 403 `stepUpRequired` when the person proved too long ago who they are. */
export function refuseStaleProof({ provedAt }: Pick<Person, 'provedAt'>, now: number): void {
  if (now - Date.parse(provedAt) > freshMs) throw new Problem('stepUpRequired')
}
