import { expect, test } from 'vitest'
import { applyPatch, type Document, type PatchOperation } from './scim-patch'
import {
  type Attribute,
  commonAttributes,
  enterpriseSchema,
  enterpriseSchemaId,
  userSchema,
  userSchemaId,
} from './scim-schema'
import { readUser } from './scim-users'

/** A user with a second multi-valued attribute that can be changed, like the members of groups. */
const members: Attribute = {
  ...{ name: 'members', type: 'complex', multiValued: true, description: 'Members' },
  subAttributes: [
    { name: 'value', type: 'string', description: 'Id' },
    { name: 'type', type: 'string', description: 'Kind' },
    { name: 'primary', type: 'boolean', description: 'First' },
  ],
}
const options = {
  schema: userSchemaId,
  attributes: [...commonAttributes, ...userSchema.attributes, members],
  extension: enterpriseSchema,
  ignoredAttributes: userSchema.ignoredAttributes,
}
const anna: Document = {
  id: '1',
  userName: 'anna@a.example',
  name: { givenName: 'Anna', familyName: 'Berg' },
  active: true,
  phoneNumbers: [{ value: '+47 1', type: 'work', primary: true }],
  members: [{ value: 'a' }, { value: 'b', type: 'Group' }],
}
const after = (...operations: PatchOperation[]) => applyPatch(anna, operations, options)

test.each<[string, PatchOperation, Document]>([
  ['a text is replaced', { op: 'replace', path: 'title', value: 'Foreman' }, { title: 'Foreman' }],
  ['operations are written in any case', { op: 'Replace', path: 'TITLE', value: 'Foreman' }, { title: 'Foreman' }],
  [
    'a part is replaced',
    { op: 'replace', path: 'name.givenName', value: 'Ann' },
    { name: { givenName: 'Ann', familyName: 'Berg' } },
  ],
  [
    'an object adds its parts',
    { op: 'add', path: 'name', value: { givenName: 'Ann' } },
    { name: { givenName: 'Ann', familyName: 'Berg' } },
  ],
  [
    'an object replaces the parts that it names, and leaves the others',
    { op: 'replace', path: 'name', value: { givenName: 'Ann' } },
    { name: { givenName: 'Ann', familyName: 'Berg' } },
  ],
  [
    'the same without a path',
    { op: 'replace', value: { name: { givenName: 'Ann' } } },
    { name: { givenName: 'Ann', familyName: 'Berg' } },
  ],
  ['the id that the resource has is passed over', { op: 'replace', value: { ID: '1', title: 'X' } }, { title: 'X' }],
  ['null is no path', { op: 'replace', path: null, value: { title: 'X' } }, { title: 'X' }],
  ['null takes a text away', { op: 'replace', path: 'title', value: null }, { title: undefined }],
  ['null takes an object away', { op: 'replace', path: 'name', value: null }, { name: undefined }],
  ['null takes all elements away', { op: 'replace', path: 'members', value: null }, { members: [] }],
  ['an addition of null adds nothing', { op: 'add', value: { name: null, members: null } }, {}],
  [
    'several attributes without a path',
    { op: 'replace', value: { active: false, title: 'X' } },
    { active: false, title: 'X' },
  ],
  [
    'dotted names without a path',
    { op: 'add', value: { 'name.familyName': 'Dahl' } },
    { name: { givenName: 'Anna', familyName: 'Dahl' } },
  ],
  ['booleans as texts', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
  ['a value in a list of one', { op: 'replace', path: 'active', value: ['True'] }, { active: true }],
  [
    'the URN of the core schema',
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'X' },
    { title: 'X' },
  ],
  [
    'an extension by path',
    { op: 'add', path: `${enterpriseSchemaId}:organization`, value: 'Nord' },
    { [enterpriseSchemaId]: { organization: 'Nord' } },
  ],
  [
    'an extension as an object',
    { op: 'add', value: { [enterpriseSchemaId]: { organization: 'Nord' } } },
    { [enterpriseSchemaId]: { organization: 'Nord' } },
  ],
  [
    'an extension by a path that is its URN alone',
    { op: 'replace', path: enterpriseSchemaId.toLowerCase(), value: { organization: 'Nord' } },
    { [enterpriseSchemaId]: { organization: 'Nord' } },
  ],
  ['an extension is taken away by its URN', { op: 'remove', path: enterpriseSchemaId }, { [enterpriseSchemaId]: {} }],
  [
    'an extension by a dotted key',
    { op: 'add', value: { [`${enterpriseSchemaId}:organization`]: 'Nord' } },
    { [enterpriseSchemaId]: { organization: 'Nord' } },
  ],
  [
    'an element by a filter',
    { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '+47 2' },
    { phoneNumbers: [{ value: '+47 2', type: 'work', primary: true }] },
  ],
  [
    'a filter with a boolean as text',
    { op: 'replace', path: 'phoneNumbers[primary eq "True"].value', value: '+47 2' },
    { phoneNumbers: [{ value: '+47 2', type: 'work', primary: true }] },
  ],
  ['what a telephone is displayed as is ignored', { op: 'replace', path: 'phoneNumbers.display', value: 7 }, {}],
  [
    'an element that was not there',
    { op: 'add', path: 'members[type eq "User"].value', value: 'c' },
    { members: [{ value: 'a' }, { value: 'b', type: 'Group' }, { type: 'User', value: 'c' }] },
  ],
  [
    'an element that was not there, by all that it is asked for',
    { op: 'replace', path: 'members[type eq "User" and primary eq "TRUE"].value', value: 'c' },
    { members: [{ value: 'a' }, { value: 'b', type: 'Group' }, { type: 'User', primary: true, value: 'c' }] },
  ],
  [
    'of an element that is replaced nothing stays',
    { op: 'replace', path: 'phoneNumbers[type eq "work"]', value: { value: '+47 2' } },
    { phoneNumbers: [{ value: '+47 2' }] },
  ],
  [
    'to an element that is added to, what it had stays',
    { op: 'add', path: 'phoneNumbers[type eq "work"]', value: [{ value: '+47 2' }] },
    { phoneNumbers: [{ value: '+47 2', type: 'work', primary: true }] },
  ],
  [
    'the element that becomes primary is it alone',
    { op: 'add', path: 'phoneNumbers', value: [{ value: '+47 2', type: 'mobile', primary: true }] },
    {
      phoneNumbers: [
        { value: '+47 1', type: 'work', primary: false },
        { value: '+47 2', type: 'mobile', primary: true },
      ],
    },
  ],
  [
    'of two that are sent as primary one is it',
    { op: 'replace', path: 'members', value: ['a', 'b'].map((value) => ({ value, primary: 'True' })) },
    {
      members: [
        { value: 'a', primary: true },
        { value: 'b', primary: false },
      ],
    },
  ],
  [
    'elements are added once',
    { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'c' }] },
    { members: [{ value: 'a' }, { value: 'b', type: 'Group' }, { value: 'c' }] },
  ],
  ['elements are replaced', { op: 'replace', path: 'members', value: [{ value: 'c' }] }, { members: [{ value: 'c' }] }],
  [
    'one element leaves by a filter',
    { op: 'remove', path: 'members[value eq "a"]' },
    { members: [{ value: 'b', type: 'Group' }] },
  ],
  [
    'listed elements leave, and no other',
    { op: 'Remove', path: 'members', value: [{ value: 'a' }] },
    { members: [{ value: 'b', type: 'Group' }] },
  ],
  ['all elements leave', { op: 'remove', path: 'members' }, { members: [] }],
  ['a removal that meets nobody changes nothing', { op: 'remove', path: 'members[value eq "z"]' }, {}],
  ['so does the removal of a part of nobody', { op: 'remove', path: 'members[value eq "z"].type' }, {}],
  ['what is not kept is passed over', { op: 'add', path: 'addresses[type eq "work"].locality', value: 'Oslo' }, {}],
  ['a manager as a text is passed over', { op: 'add', path: `${enterpriseSchemaId}:manager`, value: '7' }, {}],
  [
    'what follows from something else is passed over',
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@a.example' },
    {},
  ],
])('RFC 7644, 3.5.2: %s', (_, operation, changes) => {
  const expected = { ...anna, ...changes }
  expect(after(operation)).toEqual(expected)
})

test('an attribute is removed, and the resource that was given stays as it was', () => {
  const before = structuredClone(anna)
  expect(after({ op: 'remove', path: 'name.givenName' })).toEqual({ ...anna, name: { familyName: 'Berg' } })
  expect(after({ op: 'remove', path: 'phoneNumbers[type eq "work"].value' })).toMatchObject({
    phoneNumbers: [{ type: 'work', primary: true }],
  })
  expect(anna).toEqual(before)
})

test('operations follow one another', () => {
  const operations = [
    { op: 'add', path: 'members', value: [{ value: 'c' }] },
    { op: 'remove', path: 'members[value eq "a" or value eq "b"]' },
    { op: 'replace', path: 'active', value: false },
  ]
  expect(after(...operations)).toMatchObject({ members: [{ value: 'c' }], active: false })
})

const telephones = (count: number) => Array.from({ length: count }, (_, at) => String(at))
const refusedAs = (scimType: string) =>
  expect.objectContaining({ objects: [expect.objectContaining({ meta: { scimType } })] })

test.each<[string, PatchOperation[]]>([
  ['an addition', [{ op: 'add', path: 'phoneNumbers', value: telephones(50_000) }]],
  ['an addition without a path', [{ op: 'add', value: { PhoneNumbers: telephones(50_000) } }]],
  ['a replacement', [{ op: 'replace', path: 'phoneNumbers', value: telephones(50_000) }]],
  ['a removal', [{ op: 'remove', path: 'phoneNumbers', value: telephones(50_000) }]],
  ['the value of an element', [{ op: 'add', path: 'phoneNumbers[type eq "work"]', value: telephones(50_000) }]],
  ['what was there, with an addition', [{ op: 'add', path: 'phoneNumbers', value: telephones(100) }]],
  [
    'additions after one another',
    telephones(101).map((value) => ({ op: 'add', path: 'phoneNumbers', value: [{ value }] })),
  ],
  [
    'elements that were not there',
    telephones(101).map((type) => ({ op: 'add', path: `phoneNumbers[type eq "${type}"].value`, value: '1' })),
  ],
])('more than a hundred elements are refused: %s', (_, operations) => {
  expect(() => after(...operations)).toThrow(refusedAs('invalidValue'))
})

test('a hundred elements are taken, and a whole user with more is refused', () => {
  const replaced = after({ op: 'replace', path: 'phoneNumbers', value: telephones(100) })
  expect(replaced.phoneNumbers).toEqual(telephones(100).map((value) => ({ value })))
  const read = (count: number) => readUser({ userName: 'anna@a.example', phoneNumbers: telephones(count) })
  expect(read(100)).toMatchObject({ phone: '0' })
  expect(() => read(50_000)).toThrow(refusedAs('invalidValue'))
})

test('of several telephones the primary one that has a number is kept, else the one of work, else the first', () => {
  const read = (...phoneNumbers: object[]) => readUser({ userName: 'anna@a.example', phoneNumbers })
  const [mobile, work] = [
    { value: '+47 1', type: 'mobile' },
    { value: '+47 2', type: 'work' },
  ]
  expect(read({ value: 'n/a', primary: true }, mobile, work)).toMatchObject({ phone: '+47 2', phoneType: 'work' })
  expect(read({ type: 'work' }, { value: '', type: 'fax' }, mobile)).toMatchObject({
    phone: '+47 1',
    phoneType: 'mobile',
  })
  expect(read({ value: 'n/a', type: 'work' })).toMatchObject({ phone: null, phoneType: null })
})

test('H4: a text of more than a thousand characters is cut, in an attribute and in an element', () => {
  const text = 'Ä'.repeat(100_000)
  const kept = 'Ä'.repeat(1_000)
  expect(after({ op: 'replace', path: 'title', value: text }).title).toBe(kept)
  expect(after({ op: 'replace', path: 'phoneNumbers', value: [{ value: text }] }).phoneNumbers).toEqual([
    { value: kept },
  ])
  expect(readUser({ userName: 'anna@a.example', active: false, title: text })).toMatchObject({
    active: false,
    title: 'Ä'.repeat(100),
  })
})

test('H4: the filters of one request compare twenty thousand times at most', () => {
  const filled = { op: 'replace', path: 'phoneNumbers', value: telephones(100) }
  const search = { op: 'remove', path: `phoneNumbers[${Array(100).fill('value co "z"').join(' or ')}].type` }
  expect(after(filled, search, search).phoneNumbers).toHaveLength(100)
  expect(() => after(filled, search, search, search)).toThrow(refusedAs('tooMany'))
})

test('of two elements with the same value, the first is added to', () => {
  const twice = [{ value: '1', type: 'work' }, { value: '1', type: 'home' }, { type: 'other' }]
  const add = {
    op: 'add',
    path: 'phoneNumbers',
    value: [{ value: '1', type: 'mobile' }, { value: '2' }, { value: '2' }],
  }
  expect(applyPatch({ ...anna, phoneNumbers: twice }, [add], options).phoneNumbers).toEqual([
    { value: '1', type: 'mobile' },
    ...twice.slice(1),
    { value: '2' },
  ])
})

test('H4: a thousand failures are ignored at most', () => {
  const lenient = { ...options, ignoresFailures: ({ active }: Document) => active === false }
  const endAccess = (failures: number) => {
    const unknown = Array.from({ length: failures }, (_, at) => [`colour${at}`, 'red'])
    return applyPatch(anna, [{ op: 'replace', value: { ...Object.fromEntries(unknown), active: false } }], lenient)
  }
  expect(endAccess(1_000)).toMatchObject({ active: false })
  expect(() => endAccess(1_001)).toThrow(refusedAs('invalidPath'))
})

test.each<[PatchOperation, string]>([
  [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'add', value: 'x' }, 'invalidValue'],
  [{ op: 'replace', path: 'id', value: '2' }, 'mutability'],
  [{ op: 'remove', path: 'id', value: '1' }, 'mutability'],
  [{ op: 'replace', path: 'meta.created', value: '2' }, 'mutability'],
  [{ op: 'replace', path: 'colour', value: 'red' }, 'invalidPath'],
  [{ op: 'replace', path: '__proto__.polluted', value: 'yes' }, 'invalidPath'],
  [{ op: 'replace', path: 'name.__proto__', value: 'yes' }, 'invalidPath'],
  [{ op: 'replace', path: 'title[value eq "x"]', value: 'yes' }, 'invalidPath'],
  [{ op: 'replace', path: 'members[', value: 'yes' }, 'invalidPath'],
  [{ op: 'replace', path: 'members[value eq]', value: 'yes' }, 'invalidFilter'],
  [{ op: 'replace', path: 'members[value eq "z"]', value: { type: 'x' } }, 'noTarget'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'title', value: 7 }, 'invalidValue'],
  [{ op: 'add', path: 'members', value: [7] }, 'invalidValue'],
  [{ op: 'add', path: 'title' }, 'invalidValue'],
  [{ op: 'replace', path: 'title' }, 'invalidValue'],
  [{ op: 'replace', path: enterpriseSchemaId, value: 'x' }, 'invalidValue'],
  [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:extension:other:2.0:User:title', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:title', value: 'x' }, 'invalidPath'],
  [{ op: 'add', value: { 'urn:other:2.0:User': { title: 'x' } } }, 'invalidPath'],
  [{ op: 'add', path: 'members[colour eq "x"].value', value: 'c' }, 'invalidFilter'],
  [{ op: 'replace', path: 'members[value ne "a" and value ne "b"].type', value: 'c' }, 'noTarget'],
  [{ op: 'add', path: 'members[value eq "z"]', value: { type: 'x' } }, 'noTarget'],
  [{ op: 'remove', path: 'userName' }, 'mutability'],
])('what cannot be done is refused by its name: %j', (operation, scimType) => {
  expect(() => after(operation)).toThrow(refusedAs(scimType))
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})
