import { localesOf } from './walk-screens'
import { testWallFits } from './wall-screens'

testWallFits(localesOf('everywhere'))
