import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
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

type NewProjectProps = Parameters<typeof NewProject>[0]

interface Paragraph {
  children?: ReactNode
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const markupOf = (node: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>)

/** The form with these customers; `created` has what is sent when it is submitted. */
async function openForm(props: Pick<NewProjectProps, 'customers' | 'customer'> & Partial<NewProjectProps>) {
  const created: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method !== 'POST' || !address.endsWith('/projects')) return neverResponds(address)
    created.push(JSON.parse(body ?? '').data)
    return Response.json({ errors: [{ code: 'forbidden' }] }, { status: 403 })
  })
  const callbacks = { onCreated: vi.fn(), onOpen: vi.fn(), onCancel: vi.fn() }
  const trial = { offersTrial: false, trialRunning: false }
  const form = await renderForm(() => NewProject({ templates, ...trial, ...props, ...callbacks }))
  const selects = () => allPropsOf(SelectField, form.current())
  return {
    created,
    change: form.change,
    fields: () => propsOf(DraftForm, form.current()).fields,
    select: (label: string) => selects().find((field) => field.label === label),
    notices: () =>
      allPropsOf(Notice, form.current()).map(({ title, children }) => [markupOf(title), markupOf(children)]),
    notes: () => allPropsOf<Paragraph>('p' as never, form.current()).map(({ children }) => markupOf(children)),
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
    trial: { offersTrial: true },
    notices: [['Free for 10 days', expect.stringContaining('Nothing is charged')]],
  },
  {
    begins: 'none because one is running',
    trial: { trialRunning: true },
    notices: [['', expect.stringContaining('One person has one project on trial at a time.')]],
  },
])('before anything is typed the form says which trial begins: $begins', async ({ trial, notices }) => {
  const form = await openForm({ customers: undefined, customer: undefined, ...trial })
  expect(form.notices()).toEqual(notices)
})
