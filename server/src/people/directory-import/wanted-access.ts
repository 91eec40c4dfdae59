import type { DirectoryFiles, Place } from './read-directory'

/** What a directory wants somebody to have in a project, and the line of access that says so. */
export interface WantedAccess extends Place {
  email: string
  /** The project as the file names it. */
  project: string
  level: DirectoryFiles['access'][number]['level']
  /** The group that gives it. */
  group: string
}

/**
 * What the people of the files are to have in projects: of everything that their groups give them there, also through groups of
 * groups, the most. Somebody whom the directory has disabled gets nothing here: they leave. Given one person after the other, so that
 * nobody need hold all of it.
 */
export function* wantedAccess({ users, groups, memberships, access }: DirectoryFiles): Generator<WantedAccess> {
  const disabled = new Set(leavingPeople({ users }))
  const groupsOf = new Map<string, Set<string>>()
  const join = (email: string, group: string) => {
    const own = groupsOf.get(email)
    if (own) own.add(group.toLowerCase())
    else groupsOf.set(email, new Set([group.toLowerCase()]))
  }
  for (const { email, groups: names } of users) for (const name of names) join(email, name)
  for (const { email, group } of memberships) join(email, group)
  const above = new Map(groups.map(({ group, groups: names }) => [group.toLowerCase(), names.map(lower)]))
  const given = grouped(access)
  for (const [email, own] of groupsOf) {
    if (disabled.has(email)) continue
    const most = new Map<string, WantedAccess>()
    for (const group of withAllAbove(own, above)) {
      for (const line of given.get(group) ?? []) {
        const before = most.get(lower(line.project))
        if (!before || before.level < line.level) most.set(lower(line.project), { ...line, email })
      }
    }
    yield* most.values()
  }
}

/** The people whom the directory has disabled: they leave every project of the customer. */
export const leavingPeople = ({ users }: Pick<DirectoryFiles, 'users'>): string[] =>
  users.filter(({ isEnabled }) => isEnabled === false).map(({ email }) => email)

/** These groups and all that they are in. A set goes on to what is added while it is walked. */
function withAllAbove(groups: ReadonlySet<string>, above: ReadonlyMap<string, readonly string[]>): Set<string> {
  const all = new Set(groups)
  for (const group of all) for (const one of above.get(group) ?? []) all.add(one)
  return all
}

function grouped(access: DirectoryFiles['access']): Map<string, DirectoryFiles['access']> {
  const given = new Map<string, DirectoryFiles['access']>()
  for (const line of access) {
    const found = given.get(lower(line.group))
    if (found) found.push(line)
    else given.set(lower(line.group), [line])
  }
  return given
}

const lower = (text: string) => text.toLowerCase()
