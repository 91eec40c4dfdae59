import { recordScreens } from './record-screens'
import { testScreens } from './walk-screens'

testScreens('the lists of administrators', recordScreens)
