import { urls } from '@lintel/contract/settings/urls'
import { expect, test } from 'vitest'
import { world } from '../../../test/world'

const { as, anonymous } = await world()

test('an address is looked up by its key, in whatever case', async () => {
  for (const key of ['HELP', 'help', 'Help']) {
    expect(await as('mei').get(urls, key)).toEqual({ id: 'HELP', version: 1, url: 'https://help.lintel.example/' })
  }
})

test('an unknown key is not found, and nobody looks without being signed in', async () => {
  await expect(as('mei').get(urls, 'no-such-key')).rejects.toMatchObject({ status: 404, code: 'notFound' })
  await expect(anonymous.get(urls, 'HELP')).rejects.toMatchObject({ status: 401, code: 'notSignedIn' })
})

test('keys are not listed', async () => {
  await expect(as('staff').list(urls)).rejects.toMatchObject({ status: 404 })
})
