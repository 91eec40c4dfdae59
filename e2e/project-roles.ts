import { type APIResponse, expect, type Page } from '@playwright/test'
import { bearerOf } from './fixtures'
import { queryDatabase, signInAsStaff, signInByApi } from './people'
import type { ProductServer } from './server'

/** Demo users for each role in a project, with their own privilege level in it. */
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

/** All roles, each with its expected value. */
export const rolesWithExpected = <T>(expected: Record<ProjectRole, T>): [ProjectRole, T][] =>
  Object.entries(expected) as [ProjectRole, T][]

/** Sets the privilege levels of the demo users in a project owned by Ola, and resets their language to that of the browser. */
export async function assignRoles(server: ProductServer, project: string): Promise<void> {
  const emails = Object.values(people).map(({ name }) => `${name}@nordbygg.example`)
  await queryDatabase(server, 'update app_user set language = null where email = any($1)', [emails])
  for (const { name, level } of Object.values(people)) {
    if (level === null || level === 30) continue
    await queryDatabase(
      server,
      `insert into project_member (project_id, user_id, customer_id, privilege_level)
       select project.id, person.id, project.customer_id, $3 from project, app_user as person where project.id = $1 and person.email = $2
       on conflict (project_id, user_id) do update set privilege_level = excluded.privilege_level`,
      [project, `${name}@nordbygg.example`, level],
    )
  }
}

/** Signs in as a user with this role and opens the project. */
export async function openProjectAs(
  page: Page,
  server: ProductServer,
  role: ProjectRole,
  project: string,
): Promise<void> {
  const { name } = people[role]
  await page.goto('about:blank')
  if (name === null) await signInAsStaff(page, server)
  else await signInByApi(page, `${name}@nordbygg.example`)
  await page.goto(`/project-${project}/`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** Sends a GET request to the API as the user who is signed in on the page. */
export const getFromApi = (page: Page, address: string): Promise<APIResponse> =>
  page.request.get(address, { headers: { authorization: bearerOf(page) }, maxRetries: 1 })
