import { ssoProviders } from '@lintel/contract/customers/providers'
import { listExternalIdentities, unlinkIdentity } from '@lintel/contract/identity/federation'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { readCurrentUser } from '@lintel/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { all, one } from '../../api/resource'
import { currentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { SingleSignOnSection } from './single-sign-on-section'

const id = 'eivind@eiendom.example'
const link = { id: 'link', provider: 'partner', name: 'Partner', email: null, linkedAt: '2026-01-01T00:00:00Z' }
const identities = { identities: [link], linkable: ['partner'] }

type Drawn = ReactElement<{ children: Drawn[]; action: Drawn }>
/** What a component of the section draws. */
const useDrawn = ({ type, props }: Drawn): Drawn => (type as (props: object) => Drawn)(props)

test('after the last provider is disabled the profile is known to be incomplete, and the person to have to complete it', async () => {
  const state = () => ({ mustUpdateProfile: unlinked.length > 0 })
  const unlinked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method === 'DELETE') {
      unlinked.push(address)
      return new Response(null, { status: 204 })
    }
    if (address === readCurrentUser.path) return Response.json({ id, ...state() })
    if (address.startsWith(userProfiles.path))
      return Response.json({ data: { type: userProfiles.type, id, attributes: state() } })
    // The list stays as it is: without the row there would be no component to go on with.
    if (address === listExternalIdentities.path) return Response.json(identities)
    return Response.json({ data: [{ type: ssoProviders.type, id: 'partner', attributes: { name: 'Partner' } }] })
  })
  const queries = createQueryClient()
  await Promise.all([
    queries.fetchQuery(all(ssoProviders, { sort: ['name'] })),
    queries.fetchQuery(currentUser),
    queries.fetchQuery(one(userProfiles, id)),
  ])
  queries.setQueryData(['external-identities'], identities)
  const { current, change, saved } = await renderForm(() => {
    const section = SingleSignOnSection({ email: id }) as Drawn
    const [row] = section.props.children
    const provider = useDrawn(row as Drawn)
    const disable = useDrawn(provider.props.action)
    const user = useQuery(currentUser).data
    const profile = useQuery(one(userProfiles, id)).data?.record
    return { disable, known: [user, profile].map((record) => record?.mustUpdateProfile) }
  }, queries)
  expect(current().known).toEqual([false, false])
  await change(({ disable }) => propsOf(Button, disable).onClick?.({} as never))
  await change(({ disable }) => propsOf(Confirm, disable).onConfirm())
  await saved()
  expect(unlinked).toEqual([unlinkIdentity.path.replace('{id}', link.id)])
  await expect.poll(() => current().known).toEqual([true, true])
})
