import { signedOutScreens } from './signed-out-screens'
import { testOtherBrowsers } from './test-other-browsers'
import { testScreens } from './walk-screens'

testScreens('the screens in front of the sign-in', signedOutScreens)
testOtherBrowsers()
