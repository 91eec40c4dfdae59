import { arrowBackUp } from './icons/arrow-back-up'
import { arrowDown } from './icons/arrow-down'
import { arrowLeft } from './icons/arrow-left'
import { arrowRight } from './icons/arrow-right'
import { arrowUp } from './icons/arrow-up'
import { arrowsJoin2 } from './icons/arrows-join-2'
import { braces } from './icons/braces'
import { briefcase } from './icons/briefcase'
import { building } from './icons/building'
import { calendar } from './icons/calendar'
import { check } from './icons/check'
import { chevronDown } from './icons/chevron-down'
import { clock } from './icons/clock'
import { columns } from './icons/columns'
import { copy } from './icons/copy'
import { crane } from './icons/crane'
import { deviceDesktop } from './icons/device-desktop'
import { dots } from './icons/dots'
import { filter } from './icons/filter'
import { folder } from './icons/folder'
import { gripVertical } from './icons/grip-vertical'
import { history } from './icons/history'
import { id } from './icons/id'
import { key } from './icons/key'
import { layoutDashboard } from './icons/layout-dashboard'
import { mail } from './icons/mail'
import { pencil } from './icons/pencil'
import { plus } from './icons/plus'
import { printer } from './icons/printer'
import { stack2 } from './icons/stack-2'
import { tableExport } from './icons/table-export'
import { template } from './icons/template'
import { trash } from './icons/trash'
import { upload } from './icons/upload'
import { userMinus } from './icons/user-minus'
import { userPlus } from './icons/user-plus'
import { users } from './icons/users'
import { SvgIcon } from './svg-icon'

/** The console's own icons, separate from `icon.tsx`, which the sign-in page loads. */
const icons = {
  add: plus,
  back: arrowBackUp,
  calendar,
  check,
  clock,
  code: braces,
  columns,
  copies: copy,
  crane,
  customers: briefcase,
  dots,
  down: arrowDown,
  edit: pencil,
  filter,
  grip: gripVertical,
  folder,
  history,
  invite: userPlus,
  key,
  left: arrowLeft,
  mail,
  merge: arrowsJoin2,
  more: chevronDown,
  print: printer,
  organizations: building,
  projects: stack2,
  providers: id,
  remove: userMinus,
  right: arrowRight,
  screen: deviceDesktop,
  sheet: tableExport,
  templates: template,
  trash,
  up: arrowUp,
  upload,
  users,
  widgets: layoutDashboard,
}

/** Name of an icon of the console. */
export type ConsoleIconName = keyof typeof icons

/** An icon of the console in the text's colour, `size` in pixels; always next to a word or inside a labelled button. */
export function ConsoleIcon({ name, size = 18 }: { name: ConsoleIconName; size?: number }) {
  return <SvgIcon icon={icons[name]} size={size} />
}
