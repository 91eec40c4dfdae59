import { userProfiles } from '@lintel/contract/people/user-profiles'
import type { ReactElement, ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { UserProfileScreen } from './user-profile'

test('a saved profile is told and left even if the person cannot be read again', async () => {
  // The settings module listens to the document as soon as it is imported.
  vi.stubGlobal('document', new EventTarget())
  const { Route } = await import('../../routes/_signed-in/_account/user-profile')
  const { currentUser } = await import('../../session/current-user')
  const { installation } = await import('../../session/installation')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }))
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } })
  const user = { id: 'mei@nord.example', email: 'mei@nord.example', guestOf: null, method: 'password' }
  queries.setQueryData(currentUser.queryKey, user as never)
  queries.setQueryData(installation.queryKey, { record: { environment: 'production' }, included: [] } as never)
  queries.setQueryData(one(userProfiles, user.id).queryKey, { record: { id: user.id }, included: [] } as never)
  const navigate = vi.fn()
  vi.spyOn(Route, 'useNavigate').mockReturnValue(navigate as never)
  vi.spyOn(Route, 'useSearch').mockReturnValue({} as never)
  const useRoute = Route.options.component as () => ReactElement
  const { current, change } = await renderForm(() => {
    const useProfile = useRoute().type as () => ReactNode
    return { screen: useProfile(), toasts: useVisibleToasts() }
  }, queries)
  await change(({ screen }) => propsOf(UserProfileScreen, screen).onSaved(true))
  expect(current().toasts.map(({ text }) => text)).toEqual(['Your profile is saved.'])
  expect(navigate).toHaveBeenCalledOnce()
})
