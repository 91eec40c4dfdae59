import { accountScreens } from './account-screens'
import { consoleScreens } from './console-screens'
import { doorScreens } from './door-screens'
import { errorScreens, newProjectScreens, projectScreens } from './portal-screens'
import { recordScreens } from './record-screens'
import { staffScreens } from './staff-screens'
import { walkInOtherBrowsers } from './walk-other-browsers'
import { walkEach } from './walk-screens'

walkEach('every state in front of the sign-in', doorScreens, 'everywhere')
walkInOtherBrowsers('everywhere')
walkEach('every state of the own account', accountScreens, 'everywhere')
walkEach('every state of projects', [...projectScreens, ...newProjectScreens, ...errorScreens], 'everywhere')
walkEach('every state of the hub and the project widgets', consoleScreens, 'everywhere')
walkEach('every state of the lists of administrators', recordScreens, 'everywhere')
walkEach('every state of the screens of the staff', staffScreens, 'everywhere')
