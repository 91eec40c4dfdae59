import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { customers } from '@lintel/contract/customers/customers'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateProject } from '@lintel/contract/projects/template-projects'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { SelectField } from '../../ui/select-field'
import { NewProject } from './new-project'

const [nord, eiendom] = [
  { id: 'nord', name: 'Nordbygg AS' },
  { id: 'eiendom', name: 'Nordbygg Eiendom AS' },
]
const templates = {
  templateProjects: [
    { id: 'building', name: 'Building project', isDefault: true, customer: null },
    { id: 'harbour', name: 'Harbour', isDefault: false, customer: nord.id },
    { id: 'offices', name: 'Offices', isDefault: false, customer: eiendom.id },
  ] as TemplateProject[],
  projectTemplates: [
    { id: 'school', name: 'School', customer: nord.id, customerName: nord.name },
    { id: 'shop', name: 'Shop', customer: eiendom.id, customerName: eiendom.name },
  ] as ProjectTemplate[],
}

const freja = { id: 'freja@atelier.example', customerAdminFor: [], beginsWithTrial: false, trialRunning: false }

type NewProjectProps = Parameters<typeof NewProject>[0]

interface Paragraph {
  children?: ReactNode
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const markupOf = (node: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>)

/** The form with these customers; `created` has what is sent when it is submitted, `lists` what is listed by path. */
async function openForm(
  props: Pick<NewProjectProps, 'customers' | 'customer'> & Partial<NewProjectProps>,
  lists: Record<string, object[]> = {},
) {
  const created: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method?: string; body?: string } = {}) => {
    const listed = lists[new URL(address, location.href).pathname]
    if (method !== 'POST' && listed) return Response.json({ data: listed })
    if (method !== 'POST' || !address.endsWith('/projects')) return neverResponds(address)
    created.push(JSON.parse(body ?? '').data)
    return Response.json({ errors: [{ code: 'forbidden' }] }, { status: 403 })
  })
  const callbacks = { onCreated: vi.fn(), onOpen: vi.fn(), onCancel: vi.fn() }
  const form = await renderForm(() => NewProject({ templates, user: freja, ...props, ...callbacks }))
  const notices = () =>
    allPropsOf(Notice, form.current()).map(({ title, children }) => [markupOf(title), markupOf(children)])
  const selects = () => allPropsOf(SelectField, form.current())
  return {
    created,
    change: form.change,
    fields: () => propsOf(DraftForm, form.current()).fields,
    select: (label: string) => selects().find((field) => field.label === label),
    notices,
    /** The notices after the answers that have arrived. */
    async settledNotices() {
      await form.change(() => new Promise((resolve) => setTimeout(resolve)))
      return notices()
    },
    notes: () =>
      allPropsOf<Paragraph>('p' as never, propsOf(DraftForm, form.current()).children).map(({ children }) =>
        markupOf(children),
      ),
    async submit(name: string) {
      await form.change((now) => propsOf(TextField, now).onChange?.({ target: { value: name } } as never))
      await form.change((now) => propsOf(DraftForm, now).onSubmit({} as never))
      await form.saved()
    },
  }
}

const optionsOf = (field: Parameters<typeof SelectField>[0] | undefined) =>
  field?.options.flatMap(({ items }) => items.map(({ label }) => label))

test('a customer that the address names is told, is sent, and is the only one whose templates are offered', async () => {
  const { created, fields, select, notes, submit } = await openForm({ customers: undefined, customer: eiendom })
  expect(notes()).toEqual(['The project will belong to <bdi>Nordbygg Eiendom AS</bdi>.'])
  expect(select('Customer')).toBeUndefined()
  expect(select('Template')?.value).toBe('project-building')
  expect(optionsOf(select('Template'))).toEqual(['Empty', 'Building project', 'Shop', 'Offices'])
  // A refusal of the customer is told as such, since there is no field for it.
  expect(fields()).not.toContain('customer')
  await submit('Depot')
  expect(created).toMatchObject([{ relationships: { customer: { data: { type: 'customers', id: eiendom.id } } } }])
})

test('without one in the address the server chooses the customer, and every template is offered', async () => {
  const { created, select, notes, submit } = await openForm({ customers: undefined, customer: undefined })
  expect(notes()).toEqual([])
  expect(optionsOf(select('Template'))).toEqual(['Empty', 'Building project', 'School', 'Shop', 'Harbour', 'Offices'])
  await submit('Depot')
  expect(created).toHaveLength(1)
  expect(created[0]).not.toHaveProperty('relationships.customer')
})

test('for staff the customer in the address is chosen beforehand, and they may choose another one', async () => {
  const { created, change, fields, select, submit } = await openForm({ customers: [nord, eiendom], customer: eiendom })
  expect(select('Customer')?.value).toBe(eiendom.id)
  expect(fields()).toContain('customer')
  expect(optionsOf(select('Template'))).toHaveLength(6)
  await submit('Depot')
  await change(() => select('Customer')?.onChange(nord.id))
  await submit('Depot')
  expect(created).toMatchObject(
    [eiendom, nord].map(({ id }) => ({ relationships: { customer: { data: { type: 'customers', id } } } })),
  )
})

test.each([
  { begins: 'no trial', trial: {}, notices: [] },
  {
    begins: 'a trial',
    trial: { beginsWithTrial: true },
    notices: [['Free for 10 days', expect.stringContaining('Nothing is charged')]],
  },
  {
    begins: 'none because one is running',
    trial: { trialRunning: true },
    notices: [['', expect.stringContaining('One person has one project on trial at a time.')]],
  },
])('before anything is typed the form says which trial begins: $begins', async ({ trial, notices }) => {
  const form = await openForm({ customers: undefined, customer: undefined, user: { ...freja, ...trial } })
  expect(form.notices()).toEqual(notices)
})

const offer = ['Free for 10 days', expect.stringContaining('Nothing is charged')]
const refusal = ['', expect.stringContaining('One person has one project on trial at a time.')]
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

test.each([
  {
    begins: 'none for a customer of theirs that is not on trial',
    template: { id: 'depot', customer: eiendom.id },
    notices: [],
    belongs: 'The project will belong to <bdi>Nordbygg Eiendom AS</bdi>.',
  },
  {
    begins: 'none for a customer of which they administer a project',
    template: { id: 'harbour', customer: nord.id },
    notices: [],
    belongs: 'The project will belong to <bdi>Nordbygg AS</bdi>.',
  },
  {
    begins: 'none for a customer whose name they may not read',
    template: { id: 'tower', customer: 'tower' },
    notices: [],
    belongs: 'The project will belong to the customer of its template.',
  },
  {
    begins: 'one for a trial customer that they administer',
    template: { id: 'annex', customer: 'annex' },
    notices: [offer],
    belongs: 'The project will belong to the customer of its template.',
  },
])('the chosen template says which trial begins: $begins', async ({ template, notices, belongs }) => {
  const chosen = { name: 'Chosen', isDefault: false, ...template } as TemplateProject
  const form = await openForm(
    {
      ...{ customers: undefined, customer: undefined },
      user: { ...freja, beginsWithTrial: true, customerAdminFor: [{ ...eiendom, loginMethods: [] }] },
      templates: {
        templateProjects: [...templates.templateProjects, chosen],
        projectTemplates: templates.projectTemplates.filter(({ customer }) => customer === nord.id),
      },
    },
    {
      [customers.path]: [{ type: customers.type, id: 'annex', attributes: {} }],
      [projects.path]: [],
    },
  )
  expect([form.notices(), form.notes()]).toEqual([[offer], []])
  await form.change(() => form.select('Template')?.onChange(`project-${chosen.id}`))
  await expect.poll(form.settledNotices).toEqual(notices)
  expect(form.notes()).toEqual([belongs])
  // A template of the platform leaves the choice of the customer to the server.
  await form.change(() => form.select('Template')?.onChange('project-building'))
  expect([form.notices(), form.notes()]).toEqual([[offer], []])
})

test('a running trial keeps no project of another customer back, but one of the customer that has it', async () => {
  const own = {
    ...{ type: projects.type, id: 'studio', attributes: { trialEndsAt: inAnHour } },
    relationships: { customer: { data: { type: customers.type, id: 'atelier' } } },
  }
  const form = await openForm(
    {
      ...{ customers: undefined, customer: undefined, user: { ...freja, trialRunning: true } },
      templates: {
        ...templates,
        templateProjects: [
          ...templates.templateProjects,
          { id: 'studio', name: 'Studio', isDefault: false, customer: 'atelier' } as TemplateProject,
        ],
      },
    },
    { [customers.path]: [], [projects.path]: [own] },
  )
  expect(form.notices()).toEqual([refusal])
  await form.change(() => form.select('Template')?.onChange('project-harbour'))
  expect(form.notices()).toEqual([])
  await form.change(() => form.select('Template')?.onChange('project-studio'))
  await expect.poll(form.settledNotices).toEqual([refusal])
})
