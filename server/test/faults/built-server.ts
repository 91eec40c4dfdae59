import { build, serverPart } from '../../../scripts/build.mjs'
import { repository } from '../../../scripts/ensure-dependencies.mjs'

/** Builds the server that these tests run and kill from the current sources. */
export const setup = () => build(repository, [serverPart])
