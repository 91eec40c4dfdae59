import { maxGroupLevels } from '@lintel/contract/people/group-levels'

/** Groups with the groups that each is directly in. */
export type Nesting<Group = string> = ReadonlyMap<Group, readonly Group[]>

/** Why a group is refused: it is in itself through others, or a chain of groups in one another is longer than `maxGroupLevels`. */
export type GroupRefusal = 'circle' | 'nestedTooDeep'

/**
 * The groups of `added` that are refused so that, with the others and the `stored` nesting, no group is in itself and none has too many levels of
 * groups above it. A chain of stored groups counts for the group that continues it. Takes time in proportion to the nesting.
 */
export function findRefusedGroups(added: Nesting, stored: Nesting = new Map()): Map<string, GroupRefusal> {
  const nesting = merge(added, stored)
  const levels = countLevels(nesting)
  const inCycle = findCycles(nesting, levels)
  const acyclic = () => new Map([...added].filter(([group]) => !inCycle.has(group)))
  const above = inCycle.size === 0 ? levels : countLevels(merge(acyclic(), stored))
  const storedBelow = countLevels(reverse(stored))
  const isTooDeep = (group: string) => (above.get(group) ?? 0) + (storedBelow.get(group) ?? 0) > maxGroupLevels
  const refusals = new Map<string, GroupRefusal>()
  for (const group of added.keys()) {
    if (inCycle.has(group)) refusals.set(group, 'circle')
    else if (isTooDeep(group)) refusals.set(group, 'nestedTooDeep')
  }
  return refusals
}

/** A group, and one that is above it directly or through others. Groups are numbered from 1. */
export interface NestedPair {
  group: number
  above: number
}

/**
 * Each pair of a group and one above it, directly or through others, of this many groups. What is above a group is collected when its first pair is
 * read: whoever reads no more ends the work.
 */
export function* pairsOf(nesting: Nesting<number>, groups: number): Generator<NestedPair> {
  /** For each group the last one below it that was collected from. */
  const seenFrom = new Int32Array(groups + 1)
  for (const group of nesting.keys()) {
    for (const above of collectAbove(group, nesting, seenFrom)) yield { group, above }
  }
}

/** Apart from the generator, whose own steps are several times slower. */
function collectAbove(start: number, nesting: Nesting<number>, seenFrom: Int32Array): number[] {
  const found: number[] = []
  let group: number | undefined = start
  for (let next = 0; group !== undefined; group = found[next++]) {
    for (const parent of nesting.get(group) ?? []) {
      if (seenFrom[parent] === start) continue
      seenFrom[parent] = start
      found.push(parent)
    }
  }
  return found
}

function merge(one: Nesting, other: Nesting): Nesting {
  if (other.size === 0) return one
  const merged = new Map(one)
  for (const [group, above] of other) merged.set(group, [...(merged.get(group) ?? []), ...above])
  return merged
}

/** The groups on a cycle, and those between two cycles: neither the groups above them nor those below them come to an end. */
function findCycles(nesting: Nesting, levels: ReadonlyMap<string, number>): Set<string> {
  const endless = withoutEnding(nesting, levels)
  if (endless.size === 0) return new Set()
  const downwards = reverse(endless)
  return new Set(withoutEnding(downwards, countLevels(downwards)).keys())
}

/** The groups without levels, because a cycle is above them, and how these are in one another. */
function withoutEnding(nesting: Nesting, levels: ReadonlyMap<string, number>): Nesting {
  const endless = [...nesting].filter(([group]) => !levels.has(group))
  return new Map(endless.map(([group, above]) => [group, above.filter((one) => !levels.has(one))]))
}

/** The length of the longest chain above each group; without the groups on a cycle and those below it. */
function countLevels(nesting: Nesting): Map<string, number> {
  const children = reverse(nesting)
  const openParents = new Map<string, number>()
  for (const [group, above] of nesting) openParents.set(group, above.length)
  const levels = new Map<string, number>()
  let ended = [...new Set([...children.keys(), ...nesting.keys()])].filter((group) => !openParents.get(group))
  for (let level = 0; ended.length > 0; level++) {
    const next: string[] = []
    for (const parent of ended) {
      levels.set(parent, level)
      for (const child of children.get(parent) ?? []) {
        const open = (openParents.get(child) ?? 0) - 1
        openParents.set(child, open)
        if (open === 0) next.push(child)
      }
    }
    ended = next
  }
  return levels
}

function reverse(edges: Nesting): Map<string, string[]> {
  const reverseEdges = new Map<string, string[]>()
  for (const [group, above] of edges) {
    for (const one of above) {
      const below = reverseEdges.get(one)
      if (below) below.push(group)
      else reverseEdges.set(one, [group])
    }
  }
  return reverseEdges
}
