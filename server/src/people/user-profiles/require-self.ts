import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'

/** Returns the actor when `email` is their own; otherwise fails with 404 (security G4). */
export function requireSelf(actor: Person, email: string): Person {
  if (email.toLowerCase() !== actor.email) throw new Problem('notFound')
  return actor
}
