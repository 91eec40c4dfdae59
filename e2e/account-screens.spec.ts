import { emailScreens, placeScreens, profileScreens, safetyScreens } from './account-screens'
import { walkEach } from './walk-screens'

walkEach('the profile', [...profileScreens, ...emailScreens])
walkEach('password, second factor and the places one is signed in at', [...safetyScreens, ...placeScreens])
