import { consoleScreens } from './console-screens'
import { testScreens } from './walk-screens'

testScreens('the hub and the project widgets', consoleScreens)
