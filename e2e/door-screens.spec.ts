import { doorScreens } from './door-screens'
import { walkInOtherBrowsers } from './walk-other-browsers'
import { walkEach } from './walk-screens'

walkEach('the screens in front of the sign-in', doorScreens)
walkInOtherBrowsers()
