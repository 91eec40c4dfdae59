import { accountScreens } from './account-screens'
import { testScreens } from './walk-screens'

testScreens('the own account', accountScreens)
