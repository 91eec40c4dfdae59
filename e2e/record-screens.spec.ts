import { recordScreens } from './record-screens'
import { walkEach } from './walk-screens'

walkEach('the lists of administrators', recordScreens)
