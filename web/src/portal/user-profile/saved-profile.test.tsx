import { type UserProfile, userProfiles } from '@lintel/contract/people/user-profiles'
import { type ReactElement, type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { one } from '../../api/resource'
import { AuthScreen } from '../../shell/auth-screen'
import { ProfileForm } from './profile-form'
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

test('a profile that is found to be incomplete is completed like a new one, until the person has gone on', async () => {
  const given = { privacyPolicy: undefined, welcome: null, onSaved: vi.fn(), children: null }
  const profile = { id: 'mei@nord.example', mustUpdateProfile: false } as UserProfile
  const { current, change } = await renderForm(() => {
    const [shown, show] = useState(profile)
    return { screen: UserProfileScreen({ ...given, profile: shown }), show }
  })
  const isNew = () => propsOf(ProfileForm, current().screen).isNew
  expect(isNew()).toBe(false)
  await change(({ show }) => show({ ...profile, mustUpdateProfile: true }))
  expect([isNew(), propsOf(AuthScreen, current().screen).title]).toEqual([true, 'Create your profile'])
  await change(({ show }) => show(profile))
  expect(isNew()).toBe(true)
})
