import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'

/** The person whom an address names by email, when it is the one who asks: anybody else is not found (security G4). */
export function oneself(actor: Person, email: string): Person {
  if (email.toLowerCase() !== actor.email) throw new Problem('notFound')
  return actor
}
