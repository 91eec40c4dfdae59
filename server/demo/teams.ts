import { StartRefused } from '../src/platform/start-refused'
import { randomOf } from './random'

/** The size of a synthetic customer, and the seed that identifies it. */
export interface LargeCustomer {
  users: number
  projects: number
  memberships: number
  /** Of the first project; none by default. */
  topics?: number | undefined
  checklists?: number | undefined
  seed: number
}

/**
 * The members of a project: `size` people on the ring of users, beginning with the owner at `first`, at a distance of
 * `stride`.
 */
export interface Team {
  project: number
  first: number
  stride: number
  size: number
}

const count = new Intl.NumberFormat('en')

/**
 * Teams of different sizes that have exactly the requested number of memberships in total. Some users are guests with
 * one project each (security G6); they are outside the ring.
 * @throws StartRefused when there are too few or too many memberships for the users and projects
 */
export function teamsOf({ users, projects, memberships, seed }: LargeCustomer): { guests: number; teams: Team[] } {
  if (memberships < projects || memberships > users * projects) {
    throw new StartRefused(
      `${count.format(users)} users and ${count.format(projects)} projects can have ${count.format(projects)} to ${count.format(users * projects)} memberships.`,
    )
  }
  const wantedGuests = Math.floor(users / 50)
  const guests =
    memberships - wantedGuests >= projects && memberships - wantedGuests <= (users - wantedGuests) * projects
      ? wantedGuests
      : 0
  const ring = users - guests
  const random = randomOf(seed)
  const sizes = sizesOf(
    memberships - guests,
    ring,
    Array.from({ length: projects }, () => 0.3 + random.whole(1_400) / 1_000),
  )
  const teams = sizes.map((size, project) => ({
    project,
    size,
    first: random.whole(ring),
    stride: strideOn(ring, random.whole(ring)),
  }))
  return { guests, teams }
}

/** Distributes `total` by weight: at least 1 and at most `maxSize` each. */
function sizesOf(total: number, maxSize: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const sizes = weights.map((weight) => Math.min(maxSize, Math.max(1, Math.floor((total * weight) / sum))))
  let left = total - sizes.reduce((all, size) => all + size, 0)
  for (let at = 0; left !== 0; at = (at + 1) % sizes.length) {
    const size = sizes[at] ?? 0
    const step =
      left > 0
        ? Math.min(left, maxSize - size, Math.ceil(left / sizes.length))
        : -Math.min(-left, size - 1, Math.ceil(-left / sizes.length))
    sizes[at] = size + step
    left -= step
  }
  return sizes
}

/** A stride coprime to the length of the ring, so that it visits every user before it repeats. */
function strideOn(ring: number, from: number): number {
  for (let stride = Math.max(1, from); ; stride++) if (divisorOf(stride, ring) === 1) return stride
}

const divisorOf = (one: number, other: number): number => (other === 0 ? one : divisorOf(other, one % other))
