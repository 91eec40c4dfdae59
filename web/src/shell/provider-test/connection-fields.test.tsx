import { useState } from 'react'
import { expect, test } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { TextField } from '../../ui/field'
import { ConnectionFields } from './connection-fields'
import { TestOutcome } from './test-outcome'

const field = <Name extends string>(name: Name) => ({
  ...{ name, value: '', onChange: () => undefined, error: undefined, hint: undefined },
})

test('what is wrong with an issuer is not said of another one', async () => {
  const trouble = { code: 'unreachable' } as never
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(() => {
    const [issuer, setIssuer] = useState('https://one.example')
    const values = { issuer, clientId: '', clientSecret: '', clientAuthentication: 'automatic' as const }
    const screen = ConnectionFields({
      draft: { values, set: () => undefined },
      form: { field, note: () => undefined },
      hasStoredSecret: false,
      discover: async () => ({ trouble }) as never,
    })
    return { setIssuer, screen }
  })
  const outcome = () => propsOf(TestOutcome, rendered().screen).result
  await change(({ screen }) => {
    const { inside } = propsOf(TextField, screen)
    ;(inside as { props: { onClick(): void } }).props.onClick()
  })
  await saved()
  expect(outcome()).toMatchObject({ trouble })
  await change(({ setIssuer }) => setIssuer('https://other.example'))
  expect(outcome).toThrow('TestOutcome is not drawn.')
  await change(({ setIssuer }) => setIssuer('https://one.example '))
  expect(outcome()).toMatchObject({ trouble })
})
