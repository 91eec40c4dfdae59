import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { HibernateProject } from './hibernate-project'
import { HibernatedNotice } from './hibernated-notice'
import { ManageProject } from './manage-project'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const projectOf = (privilegeLevel: number, isHibernated: boolean) =>
  ({
    ...{ id: 'quay', version: 4, name: 'Quay', customer: 'nord', privilegeLevel },
    ...{ isHibernated, isInactive: false },
  }) as Project

/** The buttons offered to a member of this level: those of a running project, and those in the notice of a hibernated one. */
async function offeredTo(level: number) {
  const queries = createQueryClient()
  const user = { id: 'anna', email: 'anna@nord.example', role: null, guestOf: null, customerAdminFor: [] }
  queries.setQueryData(currentUser.queryKey, { ...user, apiUserFor: [], loginMethod: 'COGNITO' } as never)
  const { current } = await renderForm(
    () => [ManageProject({ project: projectOf(level, false) }), HibernatedNotice({ project: projectOf(level, true) })],
    queries,
  )
  const [running, hibernated] = current().map((part) => allPropsOf(Button, part))
  const labels = running?.map(({ children }) =>
    renderToStaticMarkup(<I18nProvider i18n={i18n}>{children}</I18nProvider>),
  )
  return { hibernates: labels?.includes('Hibernate'), wakes: hibernated?.length === 1 }
}

test('the owner hibernates the project and wakes it up', async () => {
  expect(await offeredTo(privilegeLevel.owner)).toEqual({ hibernates: true, wakes: true })
})

test('a project admin is offered neither', async () => {
  expect(await offeredTo(privilegeLevel.admin)).toEqual({ hibernates: false, wakes: false })
})

test('hibernating is asked about and announced, and Undo wakes the project up', async () => {
  const saves: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    saves.push([new Headers(headers).get('if-match'), JSON.parse(String(body)).data.attributes])
    const attributes = { version: 4 + saves.length }
    return Response.json({ data: { type: 'projects', id: 'quay', attributes, meta: attributes } })
  })
  const project = projectOf(privilegeLevel.owner, false)
  const onClose = vi.fn()
  const { current, change, saved } = await renderForm(() => ({
    dialog: HibernateProject({ project, onClose }),
    toasts: useVisibleToasts(),
  }))
  expect(saves).toEqual([])
  await change(({ dialog }) => propsOf(Confirm, dialog).onConfirm())
  await saved()
  expect(onClose).toHaveBeenCalledOnce()
  expect(current().toasts.map(({ text }) => text)).toEqual(['Quay is hibernated.'])
  await change(({ toasts }) => toasts[0]?.action?.run())
  await saved()
  expect(saves).toEqual([
    ['"4"', { isHibernated: true }],
    ['"5"', { isHibernated: false }],
  ])
})

test('before and after it is hibernated the project says who wakes it up: not everybody who administers it', async () => {
  const textOf = (part: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>)
  const queries = createQueryClient()
  const user = { id: 'anna', email: 'anna@nord.example', role: null, guestOf: null, customerAdminFor: [] }
  queries.setQueryData(currentUser.queryKey, { ...user, apiUserFor: [], loginMethod: 'COGNITO' } as never)
  const { current } = await renderForm(
    () => ({
      question: HibernateProject({ project: projectOf(privilegeLevel.owner, false), onClose: () => {} }),
      notice: HibernatedNotice({ project: projectOf(privilegeLevel.admin, true) }),
    }),
    queries,
  )
  expect(textOf(propsOf(Confirm, current().question).children)).toContain(
    'by its owner or the customer’s administrators',
  )
  expect(textOf(current().notice)).toContain('until its owner or an administrator of the customer wakes it up')
})
