import { accountScreens } from './account-screens'
import { walkEach } from './walk-screens'

walkEach('the own account', accountScreens)
