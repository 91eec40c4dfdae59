import { type APIResponse, expect, type Page } from '@playwright/test'
import { begin, beginAsStaff, onDatabase } from './people'
import type { ProductServer } from './server'
import { bearerOf } from './visit'

/** Everybody who may have to do with a project: who they are here, and the level that they have in it themselves. */
const people = {
  owner: { name: 'ola', level: 30 },
  administrator: { name: 'kari', level: 20 },
  'workflows administrator': { name: 'ingrid', level: 15 },
  user: { name: 'mei', level: 10 },
  guest: { name: 'jonas', level: 5 },
  'customer administrator': { name: 'astrid', level: null },
  staff: { name: null, level: null },
} as const

export type ProjectRole = keyof typeof people

/** The roles one after the other, each with what is expected of it. */
export const rolesWith = <T>(expected: Record<ProjectRole, T>): [ProjectRole, T][] =>
  Object.entries(expected) as [ProjectRole, T][]

/** Gives everybody their level in a project that Ola owns, and the language of their browser. */
export async function giveRoles(server: ProductServer, project: string): Promise<void> {
  const emails = Object.values(people).map(({ name }) => `${name}@nordbygg.example`)
  await onDatabase(server, 'update app_user set language = null where email = any($1)', [emails])
  for (const { name, level } of Object.values(people)) {
    if (level === null || level === 30) continue
    await onDatabase(
      server,
      `insert into project_member (project_id, user_id, customer_id, privilege_level)
       select project.id, person.id, project.customer_id, $3 from project, app_user as person where project.id = $1 and person.email = $2
       on conflict (project_id, user_id) do update set privilege_level = excluded.privilege_level`,
      [project, `${name}@nordbygg.example`, level],
    )
  }
}

/** Signs somebody of the role in and opens the project. */
export async function openAs(page: Page, server: ProductServer, role: ProjectRole, project: string): Promise<void> {
  const { name } = people[role]
  await page.goto('about:blank')
  if (name === null) await beginAsStaff(page, server)
  else await begin(page, `${name}@nordbygg.example`)
  await page.goto(`/project-${project}/`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** Reads an address of the interface as who is signed in on the page. */
export const read = (page: Page, address: string): Promise<APIResponse> =>
  page.request.get(address, { headers: { authorization: bearerOf(page) }, maxRetries: 1 })
