import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useNewDraft } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { SelectField } from '../../ui/select-field'
import { customerRules, customerValues } from './customer-fields'

test('the time zone of a customer is offered though the browser does not list it, also while another is chosen', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { CustomerIdentity } = await import('./customer-sections')
  vi.unstubAllGlobals()
  const stored = 'Etc/GMT+1'
  expect(Intl.supportedValuesOf('timeZone')).not.toContain(stored)
  const { current, change } = await renderForm(() => {
    const draft = useNewDraft(customerValues({ name: 'Nordbygg', timeZone: stored }))
    return CustomerIdentity({ draft, form: useFormFields({ draft, schema: customerRules, label: String }) })
  })
  const field = () => propsOf(SelectField, current())
  const labels = () => field().options.flatMap(({ items }) => items.map(({ label }) => label))
  expect(field().value).toBe(stored)
  expect(labels()).toContain(stored)
  await change(() => field().onChange('Europe/Oslo'))
  expect(field()).toMatchObject({ value: 'Europe/Oslo', error: undefined })
  expect(labels()).toContain(stored)
  await change(() => field().onChange('UTC'))
  expect(field()).toMatchObject({ value: 'UTC', error: undefined })
})
