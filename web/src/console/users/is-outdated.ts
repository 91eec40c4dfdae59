import { failedWith } from '../../api/failure'

/** True when a save failed because what the person saw is changed, gone, or there by now: it is to be read again. */
export const isOutdated = (error: unknown): boolean =>
  (['stale', 'notFound', 'alreadyMember', 'conflict'] as const).some((code) => failedWith(error, code))
