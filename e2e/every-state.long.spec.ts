import { accountScreens } from './account-screens'
import { consoleScreens } from './console-screens'
import { errorScreens, newProjectScreens, projectScreens } from './portal-screens'
import { recordScreens } from './record-screens'
import { signedOutScreens } from './signed-out-screens'
import { staffScreens } from './staff-screens'
import { testOtherBrowsers } from './test-other-browsers'
import { testScreens } from './walk-screens'

testScreens('every state in front of the sign-in', signedOutScreens, 'everywhere')
testOtherBrowsers('everywhere')
testScreens('every state of the own account', accountScreens, 'everywhere')
testScreens('every state of projects', [...projectScreens, ...newProjectScreens, ...errorScreens], 'everywhere')
testScreens('every state of the hub and the project widgets', consoleScreens, 'everywhere')
testScreens('every state of the lists of administrators', recordScreens, 'everywhere')
testScreens('every state of the screens of the staff', staffScreens, 'everywhere')
