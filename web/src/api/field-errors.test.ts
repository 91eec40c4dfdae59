import { problemObject } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { CallFailure } from './failure'
import { areAllOnFields, fieldOf, setFieldErrors } from './field-errors'

const taken = problemObject('organizationNameTaken', { pointer: '/data/attributes/name' })
const forbidden = problemObject('forbidden')
const failed = (...problems: (typeof taken)[]) => new CallFailure(422, problems, undefined)

function formOf(values: object) {
  const errors: Record<string, string> = {}
  return {
    errors,
    getValues: () => values,
    setFieldError(path: string, error: string) {
      errors[path] = error
    },
  }
}

test('a pointer names its field, whatever kind of call it was', () => {
  expect(fieldOf(taken)).toBe('name')
  expect(fieldOf(problemObject('unknownReference', { pointer: '/data/relationships/customer' }))).toBe('customer')
  expect(fieldOf(problemObject('required', { pointer: '/username' }))).toBe('username')
  expect(fieldOf(problemObject('invalid', { pointer: '/atomic:operations/3/data/attributes/phone' }))).toBe('phone')
  expect(fieldOf(problemObject('invalid', { pointer: '/data/attributes/input/profile/phone' }))).toBe('phone')
  expect(fieldOf(forbidden)).toBeUndefined()
})

test('a problem lands on the field that it names', () => {
  const form = formOf({ name: '', number: '' })
  setFieldErrors(form)(failed(taken, forbidden))
  expect(form.errors).toEqual({ name: 'organizationNameTaken' })
})

test('a problem of a field that the form does not show is left for the toast', () => {
  const form = formOf({ number: '' })
  setFieldErrors(form)(failed(taken))
  expect(form.errors).toEqual({})
  expect(areAllOnFields(failed(taken), ['number'])).toBe(false)
})

test('a failure is told beside its fields only when every problem has one', () => {
  expect(areAllOnFields(failed(taken), ['name'])).toBe(true)
  expect(areAllOnFields(failed(taken, forbidden), ['name'])).toBe(false)
  expect(areAllOnFields(new TypeError('x'), ['name'])).toBe(false)
})
