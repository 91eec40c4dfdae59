import { readOwnInvitation } from '@lintel/contract/people/own-invitation'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask'

/** Who invited the signed-in person to what; null for whom nobody invited. Fails like `ask`. */
export const invitationOf = (email: string) =>
  queryOptions({
    queryKey: ['own-invitation', email],
    queryFn: async ({ signal }) => (await ask(readOwnInvitation, { parameters: { email }, signal })).invitation,
  })
