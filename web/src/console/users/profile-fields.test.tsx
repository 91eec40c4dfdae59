import { expect, test } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useDraft } from '../../api/form/use-draft'
import { useFormFields } from '../../api/form/use-form-fields'
import { TextField } from '../../ui/field'
import { ProfileFields } from './profile-fields'
import { profileBaseline, profileValues } from './profile-form'

const labels = {
  ...{ email: 'Email', firstName: 'First name', lastName: 'Last name', title: 'Title', phone: 'Phone' },
  ...{ profileType: 'Type', userOrganization: 'Organization' },
}

test('the address of a new user that reaches nobody is told once its field is left', async () => {
  const { current: rendered, change } = await renderForm(() => {
    const draft = useDraft(profileBaseline(undefined, ''))
    const form = useFormFields({ draft, schema: profileValues, label: (field) => labels[field], by: () => undefined })
    return ProfileFields({ draft, form, labels, employers: [], isNew: true, managed: undefined })
  })
  const email = () => propsOf(TextField, rendered())
  const type = (value: string) => change(() => email().onChange?.({ target: { value } } as never))
  const leave = () => change(() => email().onBlur?.({} as never))
  await leave()
  expect(email().error).toBeUndefined()
  for (const wrong of ['anna@firma', 'anna..b@firma.example']) {
    await type(wrong)
    await leave()
    expect(email().error, wrong).toBe('This is not a valid email address.')
  }
  await type('anna@firma.example')
  expect(email().error).toBeUndefined()
})
