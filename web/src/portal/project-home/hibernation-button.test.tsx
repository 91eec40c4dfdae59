import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { HibernatedNotice } from './hibernated-notice'
import { HibernationButton } from './hibernation-button'
import { ManageProject } from './manage-project'

const projectOf = (privilegeLevel: number, isHibernated: boolean) =>
  ({
    ...{ id: 'quay', version: 4, name: 'Quay', customer: 'nord', privilegeLevel },
    ...{ isHibernated, isInactive: false },
  }) as Project

/** The buttons offered to a member of this level, of a project that runs and of one that is hibernated. */
async function offeredTo(level: number) {
  const queries = createQueryClient()
  const user = { id: 'anna', email: 'anna@nord.example', role: null, guestOf: null, customerAdminFor: [] }
  queries.setQueryData(currentUser.queryKey, { ...user, apiUserFor: [], loginMethod: 'COGNITO' } as never)
  const { current } = await renderForm(
    () => [ManageProject({ project: projectOf(level, false) }), HibernatedNotice({ project: projectOf(level, true) })],
    queries,
  )
  return current().map((part) => allPropsOf(HibernationButton, part).length)
}

test('the owner hibernates the project and wakes it up', async () => {
  expect(await offeredTo(privilegeLevel.owner)).toEqual([1, 1])
})

test('a project admin is offered neither', async () => {
  expect(await offeredTo(privilegeLevel.admin)).toEqual([0, 0])
})

test('hibernating is announced, and Undo wakes the project up', async () => {
  const saves: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    saves.push([new Headers(headers).get('if-match'), JSON.parse(String(body)).data.attributes])
    const attributes = { version: 4 + saves.length }
    return Response.json({ data: { type: 'projects', id: 'quay', attributes, meta: attributes } })
  })
  const project = projectOf(privilegeLevel.owner, false)
  const { current, change, saved } = await renderForm(() => ({
    button: HibernationButton({ project }),
    toasts: useVisibleToasts(),
  }))
  await change(({ button }) => propsOf(Button, button).onClick?.({} as never))
  await saved()
  expect(current().toasts.map(({ text }) => text)).toEqual(['Quay is hibernated.'])
  await change(({ toasts }) => toasts[0]?.action?.run())
  await saved()
  expect(saves).toEqual([
    ['"4"', { isHibernated: true }],
    ['"5"', { isHibernated: false }],
  ])
})
