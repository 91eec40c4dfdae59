import { staffScreens } from './staff-screens'
import { walkEach } from './walk-screens'

walkEach('the screens of the staff', staffScreens)
