import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Baseline,
  type Draft,
  draftSince,
  editField,
  fieldsEditedSince,
  isSame,
  keepMine,
  openDraft,
  restartDraft,
  takeTheirs,
  viewDraft,
} from './draft'

interface Profile {
  title: string
  phone: string
  methods: readonly string[]
}

const read = (version: number | undefined, values: Partial<Profile> = {}): Baseline<Profile> => ({
  version,
  values: { title: '', phone: '', methods: [], ...values },
})

test('only what was typed is sent, from the version that is there by now', () => {
  const draft = editField(openDraft(read(3)), read(3), 'title', 'Owner')
  expect(viewDraft(draft, read(4, { phone: '+47 1' }))).toMatchObject({
    values: { title: 'Owner', phone: '+47 1' },
    changes: { title: 'Owner' },
    version: 4,
    conflicts: [],
  })
})

test('a field that somebody else changed as well stays as typed, and is sent from the version that was seen until one decides', () => {
  const draft = editField(openDraft(read(3)), read(3), 'title', 'Owner')
  const now = read(4, { title: 'Chair' })
  expect(viewDraft(draft, now)).toMatchObject({
    values: { title: 'Owner' },
    version: 3,
    conflicts: [{ field: 'title', mine: 'Owner', theirs: 'Chair' }],
  })
  expect(viewDraft(keepMine(draft, now, 'title'), now)).toMatchObject({
    changes: { title: 'Owner' },
    version: 4,
    conflicts: [],
  })
  expect(viewDraft(takeTheirs(draft, 'title'), now)).toMatchObject({
    values: { title: 'Chair' },
    changes: {},
    isDirty: false,
  })
})

test('a record that is gone keeps what was typed and what stood beside it, and a save sends all of it', () => {
  const draft = editField(openDraft(read(3, { phone: '+47 1' })), read(3, { phone: '+47 1' }), 'title', 'Owner')
  expect(viewDraft(draft, read(undefined))).toMatchObject({
    isDeleted: true,
    isDirty: true,
    version: undefined,
    changes: { title: 'Owner', phone: '+47 1' },
  })
  expect(viewDraft(openDraft(read(undefined)), read(undefined)).isDeleted).toBe(false)
})

test('spaces around a text, the order of a list and what was typed back are no changes', () => {
  const opened = openDraft(read(3, { title: 'Owner', methods: ['a', 'b'] }))
  const spaced = editField(opened, opened.base, 'title', 'Owner ')
  expect(viewDraft(spaced, opened.base)).toMatchObject({ values: { title: 'Owner ' }, isDirty: false })
  expect(viewDraft(editField(spaced, opened.base, 'title', 'Owner'), opened.base).isDirty).toBe(false)
  expect(editField(opened, opened.base, 'methods', ['b', 'a']).fields).toEqual({})
})

test('what is typed back after somebody else’s change stays where it is: a field never changes under the hands', () => {
  const opened = openDraft(read(3, { title: 'a' }))
  const typed = editField(opened, opened.base, 'title', 'ab')
  const now = read(4, { title: 'b' })
  expect(viewDraft(editField(typed, now, 'title', 'a'), now)).toMatchObject({
    values: { title: 'a' },
    conflicts: [{ mine: 'a', theirs: 'b' }],
  })
})

const fields = ['title', 'phone'] as const
const change = fc.record({ field: fc.constantFrom(...fields), value: fc.constantFrom('', 'a', 'b', 'c') })
const step = fc.tuple(fc.constantFrom('type', 'other', 'hear', 'save', 'mine', 'theirs'), change)

test('whatever the order of typing, hearing and saving: no save takes away what the person was not shown', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let stored = read(1)
      let heard = stored
      let draft: Draft<Profile> = openDraft(heard)
      for (const [act, { field, value }] of steps) {
        const before = viewDraft(draft, heard)
        if (act === 'type') draft = editField(draft, heard, field, value)
        else if (act === 'other' && !isSame(stored.values[field], value))
          stored = { version: (stored.version ?? 0) + 1, values: { ...stored.values, [field]: value } }
        else if (act === 'hear') heard = stored
        else if (act === 'mine') draft = keepMine(draft, heard, field)
        else if (act === 'theirs') draft = takeTheirs(draft, field)
        else if (act === 'save' && before.isDirty && before.version === stored.version) {
          // Accepted: the sent version is the stored one.
          expect(before.conflicts).toEqual([])
          expect(stored.values).toEqual(heard.values)
          for (const sent of Object.keys(before.changes)) expect(draft.fields).toHaveProperty(sent)
          stored = { version: (stored.version ?? 0) + 1, values: { ...stored.values, ...before.changes } }
          heard = stored
          draft = openDraft(heard)
        }
        const now = viewDraft(draft, heard)
        // Fields that were not edited follow the record; edited ones never change by themselves.
        for (const one of fields) {
          if (!(one in draft.fields)) expect(now.values[one]).toBe(heard.values[one])
          if (act === 'hear' && one in draft.fields) expect(now.values[one]).toBe(before.values[one])
        }
        // With an unresolved conflict no save can be accepted.
        if (now.conflicts.length > 0) expect(now.version).not.toBe(stored.version)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('after a save what was typed since stays, in fields that were sent and in others, and the rest follows the record', () => {
  const opened = { version: 1, values: { name: 'Quay', phone: '1', title: '' } }
  const sent = { name: 'Wharf', phone: '2' }
  const typed = Object.entries({ name: 'Wharf', phone: '23', title: 'Owner' }).reduce(
    (draft, [field, value]) => editField(draft, opened, field as keyof typeof opened.values, value),
    openDraft(opened),
  )
  const saved = { version: 2, values: { name: 'Wharf', phone: '2', title: '' } }
  const shown = viewDraft(restartDraft(typed, saved, sent), saved)
  expect(shown.changes).toEqual({ phone: '23', title: 'Owner' })
  expect(shown).toMatchObject({ version: 2, conflicts: [], values: { name: 'Wharf', phone: '23', title: 'Owner' } })
})

test('what was edited since a save was sent stays on what it has stored, also a field that was set back', () => {
  const opened = { version: 1, values: { name: 'Quay', phone: '1', title: '' } }
  const type = (draft: Draft<typeof opened.values>, values: Partial<typeof opened.values>) =>
    Object.entries(values).reduce(
      (typed, [field, value]) => editField(typed, opened, field as keyof typeof opened.values, value),
      draft,
    )
  const draft = type(openDraft(opened), { name: 'Wharf', phone: '2' })
  const sent = viewDraft(draft, opened)
  expect(fieldsEditedSince(sent, sent)).toEqual([])
  const now = viewDraft(type(draft, { name: 'Quay', title: 'Owner' }), opened)
  expect(fieldsEditedSince(now, sent)).toEqual(['name', 'title'])
  const saved = { version: 2, values: { name: 'Wharf', phone: '2', title: '' } }
  const shown = viewDraft(draftSince(now, sent), saved)
  expect(shown.changes).toEqual({ name: 'Quay', title: 'Owner' })
  expect(shown).toMatchObject({ version: 2, conflicts: [], values: { phone: '2' } })
  // A later change by somebody else is still one.
  const changed = { version: 3, values: { ...saved.values, name: 'Pier' } }
  expect(viewDraft(draftSince(now, sent), changed).conflicts).toMatchObject([{ field: 'name', theirs: 'Pier' }])
})

test('what was edited since a save that has removed the record stays on no record, which nobody else has removed', () => {
  const opened = read(1, { title: 'Owner', phone: '1' })
  const draft = editField(openDraft(opened), opened, 'title', '')
  const sent = viewDraft(draft, opened)
  const now = viewDraft(editField(draft, opened, 'phone', '12'), opened)
  const shown = viewDraft(draftSince(now, sent, read(undefined)), read(undefined))
  expect(shown).toMatchObject({ isDeleted: false, conflicts: [], version: undefined, changes: { phone: '12' } })
})

test('what others changed while a save was on its way is not taken for an edit', () => {
  const opened = { version: 1, values: { name: 'Quay', phone: '1' } }
  const draft = editField(openDraft(opened), opened, 'name', 'Wharf')
  const followed = { version: 2, values: { name: 'Quay', phone: '2' } }
  expect(fieldsEditedSince(viewDraft(draft, followed), viewDraft(draft, opened))).toEqual([])
})
