// Time until a role changed by one administrator is published to another and shown in their grid: from the request, its commit included, to the
// event in the other's stream and to the painted cell. The limits: the same row changed by a statement that notifies, received on another connection
// of the same database; and a bare page with a bare event stream (`bare-events.ts`) for a cell changed manually, from the request to the painted
// frame.
/// <reference lib="dom" />

import { toRequest } from '@lintel/contract/jsonapi/document'
import { readMembers } from '@lintel/contract/people/access-matrix'
import { changeSets } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { readEvents } from '@lintel/contract/settings/events'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startBareEvents } from './bare-events'
import { type LargeGrid, openLargeGrid, openUsers } from './large-grid'
import { type BenchRow, report } from './report'
import { percentile } from './statistics'

const rounds = 200
const warmUp = 10
/** Changes must be visible to others within this time, in ms. */
const maxDelayMs = 2_000

/** Columns and rows in view of an open grid. */
const visibleSize = { people: 12, projects: 6 }

interface WatchedMember {
  /** The member's API id, and their indexes in the matrix. */
  id: string
  person: number
  project: number
  /** Email, and the project's id. */
  user: string
  projectId: string
}

/** A member whose cell is in view and not locked. */
async function chooseMember({ matrix, product, bearer }: LargeGrid): Promise<WatchedMember> {
  const found: { person: number; project: number; level: number }[] = []
  for (const [project, { members }] of matrix.projects.slice(0, visibleSize.projects).entries())
    readMembers(members, (person, level) => {
      const isFree = level === privilegeLevel.member || level === privilegeLevel.workflowsAdmin
      if (person < visibleSize.people && isFree && !matrix.administrators.includes(person))
        found.push({ person, project, level })
    })
  const [first] = found
  if (!first) throw new Error('Nobody in sight has a role that can be changed')
  const { id: project = '' } = matrix.projects[first.project] ?? {}
  const [user = ''] = matrix.people[first.person] ?? []
  const query = new URLSearchParams({ 'filter[project]': project, 'filter[user]': user })
  const response = await fetch(`${product.origin}${projectMembers.path}?${query}`, { headers: bearer })
  const { data } = (await response.json()) as { data: { id: string }[] }
  return { ...first, user, projectId: project, id: data[0]?.id ?? '' }
}

/** Alternates between two levels. */
const levelOf = (round: number) => (round % 2 === 0 ? privilegeLevel.workflowsAdmin : privilegeLevel.member)

async function change({ product, bearer }: LargeGrid, id: string, level: number): Promise<void> {
  const response = await fetch(`${product.origin}${projectMembers.path}/${id}`, {
    method: 'PATCH',
    headers: { ...bearer, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: projectMembers.type, id, attributes: { privilegeLevel: level } } }),
  })
  if (!response.ok) throw new Error(`The role was not changed (${response.status})`)
}

/** Opens a stream of events and calls `hear` with each block of lines. */
async function followEvents({ product, bearer, customer }: LargeGrid, hear: (block: string) => void) {
  const closing = new AbortController()
  const from = `${product.origin}${readEvents.path}?customer=${customer}`
  const { body } = await fetch(from, { headers: { ...bearer, accept: 'text/event-stream' }, signal: closing.signal })
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of body ?? []) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(hear)
    }
  }
  read().catch(() => undefined)
  return () => closing.abort()
}

/** Milliseconds from before `work` until the event is received. */
async function measureUntil(work: () => Promise<unknown>, published: Promise<number>): Promise<number> {
  const startedAt = performance.now()
  const [receivedAt] = await Promise.all([published, work()])
  return receivedAt - startedAt
}

/** Waits, once per round, for the next call of `hear`. */
function createListener() {
  let resolveNext: (at: number) => void = () => undefined
  return {
    hear: () => resolveNext(performance.now()),
    next: () =>
      new Promise<number>((resolve) => {
        resolveNext = resolve
      }),
  }
}

async function measureToStream(large: LargeGrid, { id }: WatchedMember): Promise<number[]> {
  const { hear, next } = createListener()
  const ready = next()
  const close = await followEvents(large, (block) => {
    if (block.includes('event: ready') || block.includes(id)) hear()
  })
  await ready
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1)
    durations.push(await measureUntil(() => change(large, id, levelOf(round)), next()))
  close()
  return durations.slice(warmUp)
}

/** Runs in the page: the selector of the cell of a person in a project. */
function cellOf([row, title]: readonly [number, string]): string {
  const heading = [...document.querySelectorAll('[role=columnheader]')].find(({ textContent }) =>
    textContent?.startsWith(title),
  )
  return `[data-row="${row}"] [aria-colindex="${heading?.getAttribute('aria-colindex')}"] [data-role]`
}

/** Runs in the page: resolves with the time since 1970 at which the frame is painted in which the cell has another role. */
function waitForPaint(cell: string): Promise<number> {
  const role = () => document.querySelector(cell)?.getAttribute('data-role')
  const before = role()
  if (before === undefined) throw new Error('The cell is not in sight')
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (role() === before) return
      observer.disconnect()
      // A task queued in this frame starts after the frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** Milliseconds from before `work` until its change is painted in the page. */
async function measureUntilPainted(page: Page, cell: string, work: () => Promise<void>): Promise<number> {
  await page.bringToFront()
  const paintedAt = page.evaluate(waitForPaint, cell)
  // Installed before the change: the page handles evaluations in order.
  await page.evaluate(() => undefined)
  const startedAt = performance.timeOrigin + performance.now()
  await work()
  return (await paintedAt) - startedAt
}

const productCell = ({ matrix }: LargeGrid, page: Page, { person, project }: WatchedMember) => {
  const { name = '', externalId } = matrix.projects[project] ?? {}
  return page.evaluate(cellOf, [person, externalId ? `${name} · ${externalId}` : name] as const)
}

async function measureToCell(large: LargeGrid, page: Page, member: WatchedMember): Promise<number[]> {
  const cell = await productCell(large, page, member)
  const durations: number[] = []
  for (let round = 0; round < rounds / 2; round += 1)
    durations.push(await measureUntilPainted(page, cell, () => change(large, member.id, levelOf(round))))
  return durations.slice(warmUp)
}

/** Changes a cell as the grid does manually: by a change set of one, with the level that was visible. */
async function changeByHand(
  { product, bearer, customer }: LargeGrid,
  { user, projectId }: WatchedMember,
  round: number,
) {
  const cell = { user, project: projectId, level: levelOf(round), expected: levelOf(round + 1) }
  const input = { cells: [cell] }
  const response = await fetch(product.origin + changeSets.path, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(toRequest(changeSets, { kind: 'roles', customer, input, apply: 'whenClean' })),
  })
  const text = await response.text()
  if (!text.includes('"state":"applied"')) throw new Error(`It was not applied: ${text}`)
}

/** A manual change until it is painted in another window, alternating with a bare page that shows the same change. */
async function measureChangeByHand(large: LargeGrid, page: Page, member: WatchedMember) {
  const events = await startBareEvents(large.databaseUrl)
  const bare = await large.context.newPage()
  await bare.goto(events.origin)
  const [project, user] = member.id.split('.')
  const changeBare = async (level: number) => {
    await fetch(`${events.origin}/change`, { method: 'POST', body: JSON.stringify({ project, user, level }) })
  }
  await change(large, member.id, levelOf(1))
  const cell = await productCell(large, page, member)
  const ours: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds / 2; round += 1) {
    ours.push(await measureUntilPainted(page, cell, () => changeByHand(large, member, round)))
    // The same level as the product has set, so that the product is not affected.
    limits.push(await measureUntilPainted(bare, '[data-role]', () => changeBare(levelOf(round))))
  }
  await bare.close()
  await events.close()
  return { ours: percentile(ours.slice(warmUp), 95), limit: percentile(limits.slice(warmUp), 95) }
}

async function bare({ databaseUrl }: LargeGrid, { id }: WatchedMember): Promise<number[]> {
  const [writer, listener] = [1, 2].map(() => new pg.Client({ connectionString: databaseUrl })) as [
    pg.Client,
    pg.Client,
  ]
  await Promise.all([writer.connect(), listener.connect()])
  await listener.query('listen bare_change')
  const { hear, next } = createListener()
  listener.on('notification', hear)
  const durations: number[] = []
  const [project, user] = id.split('.')
  for (let round = 0; round < rounds; round += 1) {
    const statement = `with changed as (update project_member set privilege_level = $3, version = version + 1
      where project_id = $1 and user_id = $2 returning version) select pg_notify('bare_change', version::text) from changed`
    durations.push(await measureUntil(() => writer.query(statement, [project, user, levelOf(round)]), next()))
  }
  await Promise.all([writer.end(), listener.end()])
  return durations.slice(warmUp)
}

const large = await openLargeGrid()
try {
  const member = await chooseMember(large)
  const limit = percentile(await bare(large, member), 95)
  const event = percentile(await measureToStream(large, member), 95)
  const { page } = await openUsers(large)
  const cell = percentile(await measureToCell(large, page, member), 95)
  const { ours, limit: bareLimit } = await measureChangeByHand(large, page, member)
  const ratio = ours / bareLimit
  const row = (id: string, operation: string, ours: number): BenchRow => ({
    ...{ id, operation, unit: 'ms', ours, limit, ratio: ours / limit, target: maxDelayMs, met: ours <= maxDelayMs },
  })
  report([
    row('live-event', 'role changed to event at another stream (p95), against a bare notification', event),
    row('live-cell', 'role changed to painted cell in another grid (p95), against a bare notification', cell),
    {
      id: 'live-hand',
      operation: 'cell changed by hand, request to painted row on another screen (p95), against a bare page and stream',
      ...{ unit: 'ms', ours, limit: bareLimit, ratio, target: 7, met: ratio <= 7 },
    },
  ])
} finally {
  await large.close()
}
