import { consoleScreens } from './console-screens'
import { walkEach } from './walk-screens'

walkEach('the hub and the project widgets', consoleScreens)
