// How soon a role that one administrator changes is told to another one, and stands in their grid: from the request for the
// change, its commit included, to the event at the other's stream and to the painted cell. Beside it the least there can be:
// the same row changed by a statement that notifies, and heard on another connection of the same database; and a bare page
// over a bare event stream (`bare-events.ts`) for a cell that is changed by hand, from the request to the painted frame.
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
/** Changes are seen elsewhere within so many ms. */
const maxDelayMs = 2_000

/** Columns and rows that are in sight of an open grid. */
const visibleSize = { people: 12, projects: 6 }

interface WatchedMember {
  /** The member's wire id, and their places in the matrix. */
  id: string
  person: number
  project: number
  /** Email, and the project's id. */
  user: string
  projectId: string
}

/** A member whose cell is in sight, and who is none of those who are locked. */
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
  const asked = new URLSearchParams({ 'filter[project]': project, 'filter[user]': user })
  const answer = await fetch(`${product.origin}${projectMembers.path}?${asked}`, { headers: bearer })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return { ...first, user, projectId: project, id: data[0]?.id ?? '' }
}

/** The other level than the last time. */
const levelOf = (round: number) => (round % 2 === 0 ? privilegeLevel.workflowsAdmin : privilegeLevel.member)

async function change({ product, bearer }: LargeGrid, id: string, level: number): Promise<void> {
  const answer = await fetch(`${product.origin}${projectMembers.path}/${id}`, {
    method: 'PATCH',
    headers: { ...bearer, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: projectMembers.type, id, attributes: { privilegeLevel: level } } }),
  })
  if (!answer.ok) throw new Error(`The role was not changed (${answer.status})`)
}

/** A stream of events: calls `hear` with each block of lines as it comes. */
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

/** Milliseconds until something is told, from before `work`. */
async function measureUntil(work: () => Promise<unknown>, told: Promise<number>): Promise<number> {
  const begun = performance.now()
  const [heardAt] = await Promise.all([told, work()])
  return heardAt - begun
}

/** Waits, a round at a time, for what `hear` is called with. */
function createListener() {
  let tell: (at: number) => void = () => undefined
  return {
    hear: () => tell(performance.now()),
    next: () =>
      new Promise<number>((resolve) => {
        tell = resolve
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
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1)
    taken.push(await measureUntil(() => change(large, id, levelOf(round)), next()))
  close()
  return taken.slice(warmUp)
}

/** Runs in the page: where the cell of a person in a project stands. */
function cellOf([row, title]: readonly [number, string]): string {
  const heading = [...document.querySelectorAll('[role=columnheader]')].find(({ textContent }) =>
    textContent?.startsWith(title),
  )
  return `[data-row="${row}"] [aria-colindex="${heading?.getAttribute('aria-colindex')}"] [data-role]`
}

/** Runs in the page: the time since 1970 at which the frame is painted in which the cell has another role. */
function waitForPaint(cell: string): Promise<number> {
  const role = () => document.querySelector(cell)?.getAttribute('data-role')
  const before = role()
  if (before === undefined) throw new Error('The cell is not in sight')
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (role() === before) return
      observer.disconnect()
      // The frame that shows it is over when a task that was asked for in it begins.
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
  const seen = page.evaluate(waitForPaint, cell)
  // Asked for before the change: the page answers one after the other.
  await page.evaluate(() => undefined)
  const begun = performance.timeOrigin + performance.now()
  await work()
  return (await seen) - begun
}

const productCell = ({ matrix }: LargeGrid, page: Page, { person, project }: WatchedMember) => {
  const { name = '', externalId } = matrix.projects[project] ?? {}
  return page.evaluate(cellOf, [person, externalId ? `${name} · ${externalId}` : name] as const)
}

async function measureToCell(large: LargeGrid, page: Page, member: WatchedMember): Promise<number[]> {
  const cell = await productCell(large, page, member)
  const taken: number[] = []
  for (let round = 0; round < rounds / 2; round += 1)
    taken.push(await measureUntilPainted(page, cell, () => change(large, member.id, levelOf(round))))
  return taken.slice(warmUp)
}

/** A cell changed as the grid does it by hand: by a change set of one, with the level that was seen. */
async function changeByHand({ product, bearer, customer }: LargeGrid, { user, projectId }: WatchedMember, round: number) {
  const cell = { user, project: projectId, level: levelOf(round), expected: levelOf(round + 1) }
  const input = { cells: [cell] }
  const answer = await fetch(product.origin + changeSets.path, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(toRequest(changeSets, { kind: 'roles', customer, input, apply: 'whenClean' })),
  })
  const text = await answer.text()
  if (!text.includes('"state":"applied"')) throw new Error(`It was not applied: ${text}`)
}

/** A change by hand until it is painted elsewhere, in turns with a bare page that shows the same change. */
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
    // The same level as the product has put in: it goes on undisturbed.
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
  const taken: number[] = []
  const [project, user] = id.split('.')
  for (let round = 0; round < rounds; round += 1) {
    const statement = `with changed as (update project_member set privilege_level = $3, version = version + 1
      where project_id = $1 and user_id = $2 returning version) select pg_notify('bare_change', version::text) from changed`
    taken.push(await measureUntil(() => writer.query(statement, [project, user, levelOf(round)]), next()))
  }
  await Promise.all([writer.end(), listener.end()])
  return taken.slice(warmUp)
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
