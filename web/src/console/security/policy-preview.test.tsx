import { type ReactElement, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { AffectedPeople } from '../../shell/affected-people'
import { PolicyPreview } from './policy-preview'
import { policyValues } from './policy-values'

const none = { count: 0, named: [] }

test('who would be affected is asked once typing pauses, and the earlier answer stays until the next', async () => {
  const asked: { domains: string[]; answer(): void }[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (!address.includes('/preview')) return neverResponds(address)
    const domains: string[] = JSON.parse(String(body)).inviteDomains
    await new Promise<void>((resolve) => asked.push({ domains, answer: resolve }))
    const people = { withoutLoginMethod: none, withoutSecondFactor: none, signedInTooLong: none }
    return Response.json({ ...people, ofOtherDomains: { count: 1, named: domains }, locksOutMaker: false })
  })
  const { change, current } = await renderForm(() => {
    const [inviteDomains, type] = useState('nord.example')
    const values = { ...policyValues({}), inviteDomains }
    const region = PolicyPreview({ customer: 'north', values }) as ReactElement<{ children: ReactElement }>
    const affected = region.props.children as ReactElement<object, (props: object) => ReactElement>
    return { type, shown: affected.type(affected.props) }
  })
  const shown = () => allPropsOf(AffectedPeople, current().shown).flatMap(({ people }) => people.named)
  /** Lets timers and answers come; what they change is rendered afterwards. */
  const rest = () => change(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const eventually = <T,>(read: () => T) =>
    expect.poll(async () => {
      await rest()
      return read()
    })
  await eventually(() => asked.length).toBe(1)
  asked[0]?.answer()
  await eventually(shown).toEqual(['nord.example'])

  for (const typed of ['nord.example, p.example', 'nord.example, pa.example']) await change(({ type }) => type(typed))
  await eventually(() => asked.length).toBe(2)
  expect(shown()).toEqual(['nord.example'])
  asked[1]?.answer()
  await eventually(shown).toEqual(['nord.example', 'pa.example'])
  expect(asked.map(({ domains }) => domains)).toEqual([['nord.example'], ['nord.example', 'pa.example']])

  // Values that are refused are not asked about, and the answer for others does not stand beside them.
  await change(({ type }) => type('no domain'))
  await eventually(shown).toEqual([])
  expect(asked).toHaveLength(2)
})
