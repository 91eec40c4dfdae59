import { parseArgs } from 'node:util'
import { z } from 'zod'
import { StartRefused } from '../src/platform/start-refused'
import type { LargeCustomer } from './teams'

const usage =
  'Usage: npm run demo:load -- [--users N] [--projects N] [--memberships N] [--topics N] [--checklists N] [--seed S]'
const size = z.coerce.number().int().positive()

/** Without a word: as large as the largest customers are. */
const sizes = z.object({
  users: size.default(10_000),
  projects: size.default(1_000),
  memberships: size.default(200_000),
  /** What the first project holds; nothing when nobody says. */
  topics: size.max(10_000_000).optional(),
  checklists: size.max(1_000_000).optional(),
  seed: size.max(1_000_000).default(1),
})

/**
 * The size that the arguments of `npm run demo:load` ask for.
 * @throws StartRefused with the usage
 */
export function readSize(args: string[]): LargeCustomer {
  const text = { type: 'string' } as const
  try {
    const options = { users: text, projects: text, memberships: text, topics: text, checklists: text, seed: text }
    return sizes.parse(parseArgs({ args: args, options }).values)
  } catch {
    throw new StartRefused(usage)
  }
}
