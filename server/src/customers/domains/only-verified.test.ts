import { afterEach, expect, test } from 'vitest'
import { importDirectory } from '../../../test/directory-import'
import { scimDirectory } from '../../../test/scim-directory'
import { isAuthoritativeFor } from './domains.store'

const { as, db, sendScim, rollBack } = await scimDirectory()
afterEach(rollBack)

const set = (domain: string, state: string) =>
  db.updateTable('customer_domain').set({ state }).where('domain', '=', domain).execute()
const files = { 'users.csv': 'email;givenName;familyName\nnew@nordbygg.example;New;Person\n' }
const imports = () => importDirectory(as('astrid'), { files, domain: 'nordbygg.example' })
const sends = () =>
  sendScim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'other@nordbygg.example',
    name: { givenName: 'Other', familyName: 'Person' },
  })
const lists = async () => Number((await sendScim('GET', '/Users')).body.totalResults)

test.each(['pending', 'lost'])(
  'a domain that is %s opens nothing: no import, no SCIM, no word of a provider',
  async (state) => {
    expect(await imports()).toMatchObject({ planId: expect.any(String) })
    expect((await sends()).status).toBe(201)
    expect(await lists()).toBeGreaterThan(0)
    expect(await isAuthoritativeFor(db, 'stalbyggost', 'somebody@stalbygg.example')).toBe(true)
    await rollBack()
    await set('nordbygg.example', state)
    await set('stalbygg.example', state)
    await expect(imports()).rejects.toMatchObject({ status: 404 })
    expect((await sends()).status).toBe(400)
    expect(await lists()).toBe(0)
    expect(await isAuthoritativeFor(db, 'stalbyggost', 'somebody@stalbygg.example')).toBe(false)
  },
)
