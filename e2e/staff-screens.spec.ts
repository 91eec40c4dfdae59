import { staffScreens } from './staff-screens'
import { testScreens } from './walk-screens'

testScreens('the screens of the staff', staffScreens)
