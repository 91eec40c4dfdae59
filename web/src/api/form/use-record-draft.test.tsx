import { type Customer, customers } from '@lintel/contract/customers/customers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import type { RecordStep } from './record-steps'
import { useRecordDraft } from './use-record-draft'

interface Values {
  name: string
  sfAccount: string
}

/** Renders the form of a customer; `answer` answers its saves. */
async function customerForm(current: Customer | undefined, answer: (sent: object) => object) {
  const keys: (string | null)[] = []
  const steps: (RecordStep | undefined)[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit = {}) => {
    if (method !== 'POST' && method !== 'PATCH') return neverResponds(address)
    keys.push(new Headers(headers).get('idempotency-key'))
    const { attributes } = JSON.parse(String(body)).data
    const data = { type: customers.type, id: 'nord', attributes: answer(attributes) }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const form = await renderForm(() =>
    useRecordDraft<typeof customers, Values>({
      resource: customers,
      isIrreversible: (field) => field === 'sfAccount',
      id: current?.id,
      current,
      customer: 'nord',
      valuesOf: (record) => {
        const { name = '', sfAccount } = (record ?? {}) as Partial<Customer>
        return { name, sfAccount: sfAccount ?? '' }
      },
      patchOf: (values) => values,
      schema: z.object({ name: z.string() }),
      label: (field) => field,
      onSaved: ({ step }) => steps.push(step),
    }),
  )
  async function save(values: Partial<Values>) {
    await form.change(({ draft }) => {
      if (values.name !== undefined) draft.set('name', values.name)
      if (values.sfAccount !== undefined) draft.set('sfAccount', values.sfAccount)
    })
    await form.change((now) => now.save.save())
    await form.saved()
  }
  return { keys, steps, save }
}

test('K9: a record whose answer was lost is sent again with the same key, and another record with another one', async () => {
  let isLost = true
  const { keys, save } = await customerForm(undefined, (sent) => {
    if (isLost) throw new TypeError('Failed to fetch')
    return { ...sent, version: 1 }
  })
  await save({ name: 'Nord' })
  isLost = false
  await save({})
  await save({ name: 'Sør' })
  expect(keys[0]).toEqual(expect.any(String))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a save that changes an irreversible field has no undo, every other one has', async () => {
  let version = 1
  const current = { id: 'nord', version, name: 'Nord', sfAccount: 'SF-1' } as Customer
  const { keys, steps, save } = await customerForm(current, (sent) => {
    version += 1
    return { ...sent, version }
  })
  await save({ name: 'North' })
  await save({ name: 'Northern', sfAccount: 'SF-2' })
  expect(keys).toEqual([null, null])
  expect(steps.map((step) => step?.undo !== undefined)).toEqual([true, false])
  expect(steps[1]).toMatchObject({ type: customers.type, id: 'nord' })
})

/** Renders the form of a stored customer, which is left by its save; each save is answered when the test says so. */
async function closingForm() {
  const opened = { id: 'nord', version: 1, name: 'Nord', sfAccount: 'SF-1' } as Customer
  let current: Customer | undefined = opened
  let answer = () => {}
  const sent: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit = {}) => {
    if (method !== 'PATCH' && method !== 'POST') return neverResponds(address)
    const { attributes } = JSON.parse(String(body)).data
    sent.push([new Headers(headers).get('if-match'), attributes])
    await new Promise<void>((resolve) => (answer = resolve))
    const stored = { ...current, ...attributes, version: (current?.version ?? 0) + 1 }
    if (current) current = stored
    const data = { type: customers.type, id: method === 'POST' ? 'added' : 'nord', attributes: stored }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const leave = vi.fn()
  const form = await renderForm(() =>
    useRecordDraft<typeof customers, Values>({
      ...{ resource: customers, id: 'nord', current, opened, customer: 'nord', leave },
      valuesOf: (record) => {
        const { name = '', sfAccount } = (record ?? {}) as Partial<Customer>
        return { name, sfAccount: sfAccount ?? '' }
      },
      patchOf: (values) => values,
      schema: z.object({ name: z.string() }),
      label: (field) => field,
      onSaved: () => undefined,
    }),
  )
  return {
    ...{ sent, leave, draft: () => form.current().draft },
    type: (field: keyof Values, value: string) => form.change(({ draft }) => draft.set(field, value)),
    save: () => form.change((now) => now.save.save()),
    /** Somebody else deletes the customer. */
    remove: () => form.change(() => (current = undefined)),
    async answer() {
      answer()
      await form.saved()
    },
  }
}

test('a form in which nothing was typed since its save was sent is left', async () => {
  const { type, save, answer, sent, leave } = await closingForm()
  await type('name', 'North')
  await save()
  await answer()
  expect(sent).toEqual([['"1"', { name: 'North' }]])
  expect(leave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'North', version: 2 }))
})

test.each([
  ['in the same field', 'name', 'Northern'],
  ['in another field', 'sfAccount', 'SF-2'],
  ['that takes the change back', 'name', 'Nord'],
] as const)('what is typed while a form is saved, %s, keeps it open and is saved next', async (_, field, value) => {
  const { type, save, answer, sent, leave, draft } = await closingForm()
  await type('name', 'North')
  await save()
  await type(field, value)
  await answer()
  expect(leave).not.toHaveBeenCalled()
  expect(draft()).toMatchObject({ values: { [field]: value }, changes: { [field]: value }, conflicts: [] })
  await save()
  await answer()
  expect(sent.at(-1)).toEqual(['"2"', { [field]: value }])
  expect(leave).toHaveBeenCalledOnce()
})

test('a form whose deleted record is added again is left, though something was typed meanwhile: it is another record', async () => {
  const { type, save, answer, remove, sent, leave, draft } = await closingForm()
  await remove()
  await type('name', 'North')
  expect(draft().isDeleted).toBe(true)
  await save()
  await type('sfAccount', 'SF-2')
  await answer()
  expect(sent).toEqual([[null, { name: 'North', sfAccount: 'SF-1' }]])
  expect(leave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'added' }))
})
