import { build, serverPart } from '../../../scripts/build.mjs'
import { repository } from '../../../scripts/ensure-dependencies.mjs'

/** Has the compiled server as the sources are now: it is what these tests kill. */
export const setup = () => build(repository, [serverPart])
