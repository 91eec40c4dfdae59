import { readOwnInvitation } from '@lintel/contract/people/own-invitation'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api'

/** Who invited the signed-in person to which project; null without an invitation. Fails like `callApi`. */
export const invitationOf = (email: string) =>
  queryOptions({
    queryKey: ['own-invitation', email],
    queryFn: async ({ signal }) => (await callApi(readOwnInvitation, { parameters: { email }, signal })).invitation,
  })
