import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { DeletedNotice } from './deleted-notice'

test('whoever restores the project is at the heading once the button is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }))
  const queries = createQueryClient()
  const user = { id: 'anna', role: null, guestOf: null, customerAdminFor: [], apiUserFor: [], loginMethod: 'COGNITO' }
  queries.setQueryData(currentUser.queryKey, user as never)
  const project = { id: 'quay', version: 4, customer: 'nord', privilegeLevel: privilegeLevel.owner, deletedAt: null }
  const { current, change, saved } = await renderForm(() => DeletedNotice({ project: project as never }), queries)
  const pressed = pressedButton()
  await change(() => propsOf(Button, current()).onClick?.({} as never))
  expect(pressed.remove()).toBe('heading')
  await saved()
})
