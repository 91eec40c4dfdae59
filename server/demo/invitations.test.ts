import { invitations } from '@lintel/contract/people/invitations'
import { expect, test } from 'vitest'
import { browser } from '../test/browser'
import { world } from '../test/world'
import { customerId } from './customers'
import { demoGuestLink, demoTemporaryPassword } from './invitations'
import { projectId } from './projects'

const { app, as } = await world()

test('the open invitation of the demo lets in to set a password', async () => {
  const credentials = { username: 'silje@nordbygg.example', password: demoTemporaryPassword }
  const answer = await browser(app).post('/auth/v1/login', credentials)
  expect(answer.json()).toMatchObject({ result: 'SUCCESS', mustUpdatePassword: true })
})

test('the guest link of the demo lets in to its project', async () => {
  const answer = await browser(app).post(`/mgw/api/v2/guest-login/${demoGuestLink}`, {})
  const { idToken } = answer.json()
  const me = await browser(app).get('/mgw/api/v3/users/me', { authorization: `Bearer ${idToken}` })
  expect(me.json()).toMatchObject({ email: 'vera@partner.example', guestOf: projectId('NB-2110') })
})

test('an administrator sees an invitation in each state that the demo has', async () => {
  const listed = await as('anna').list(invitations, { filter: { customer: customerId('nordbygg') } })
  expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(['pending', 'expired', 'bounced', 'accepted']))
})
