import { parseArgs } from 'node:util'
import { z } from 'zod'
import { StartRefused } from '../src/platform/start-refused'
import type { LargeCustomer } from './teams'

const usage =
  'Usage: npm run demo:load -- [--users N] [--projects N] [--memberships N] [--topics N] [--checklists N] [--seed S]'
const size = z.coerce.number().int().positive()

/** The default size: that of the largest customers. */
const sizes = z.object({
  users: size.default(10_000),
  projects: size.default(1_000),
  memberships: size.default(200_000),
  /** Contents of the first project; none by default. */
  topics: size.max(10_000_000).optional(),
  checklists: size.max(1_000_000).optional(),
  seed: size.max(1_000_000).default(1),
})

/** Parses the arguments of `npm run demo:load`. @throws StartRefused with the usage */
export function readSize(args: string[]): LargeCustomer {
  const text = { type: 'string' } as const
  try {
    const options = { users: text, projects: text, memberships: text, topics: text, checklists: text, seed: text }
    return sizes.parse(parseArgs({ args: args, options }).values)
  } catch {
    throw new StartRefused(usage)
  }
}
