import { gunzipSync } from 'node:zlib'
import { readCurrentUser } from '@lintel/contract/people/users'
import { readHome } from '@lintel/contract/projects/home'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { clusterConfiguration, clusterConfigurationId } from '@lintel/contract/settings/cluster-configuration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()

test('a home is for people who are signed in', async () => {
  await expect(anonymous.call(readHome, {})).rejects.toMatchObject({ status: 401, code: 'notSignedIn' })
})

test.each(['mei', 'anna', 'ola', 'lena'])('what home says to %s is what three reads say', async (name) => {
  const home = await as(name).call(readHome, {})
  expect(home.user).toEqual(await as(name).call(readCurrentUser, {}))
  expect(home.installation).toEqual(await as(name).get(clusterConfiguration, clusterConfigurationId))
  const { records } = await as(name).page(projectLinks, {
    filter: { active: true },
    sort: ['name'],
    page: { size: projectLinks.maxPageSize },
  })
  expect(home.projects).toEqual(records)
})

test('somebody who has to set a password first is told who they are, and of no project', async () => {
  await sql`update app_user set must_update_password = true where id = ${personId('kari@nordbygg.example')}`.execute(db)
  const home = await as('kari').call(readHome, {})
  expect(home).toMatchObject({ user: { email: 'kari@nordbygg.example', restriction: 'password' }, projects: null })
})

test('two thousand projects come compressed; more than a page holds are read page by page', async () => {
  const lena = personId('lena@nordbygg.example')
  const make = (count: number) =>
    sql`
      with made as (
        insert into project (id, customer_id, name, owner_id, features)
        select gen_random_uuid(), ${customerId('nordbygg')}, 'Many ' || number::text, ${lena}, '{}'
        from generate_series(1, ${count}::int) as number returning id, customer_id)
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      select id, ${lena}, customer_id, 30 from made`.execute(db)
  await make(2_000)
  const answer = await as('lena').inject({
    method: 'GET',
    url: readHome.path,
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString()).projects).toHaveLength(2_000)
  await make(projectLinks.maxPageSize - 1_999)
  expect((await as('lena').call(readHome, {})).projects).toBeNull()
})
