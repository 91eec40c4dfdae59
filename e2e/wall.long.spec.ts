import { spokenIn } from './walk-screens'
import { wallFitsIn } from './wall-screens'

wallFitsIn(spokenIn('everywhere'))
