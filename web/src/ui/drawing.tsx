import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsJoin2 from '@tabler/icons-react/dist/esm/icons/IconArrowsJoin2.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTableExport from '@tabler/icons-react/dist/esm/icons/IconTableExport.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'

/** The console's own drawings, apart from `icon.tsx`: the sign-in page carries that one. */
const drawings = {
  add: IconPlus,
  back: IconArrowBackUp,
  calendar: IconCalendar,
  clock: IconClock,
  code: IconBraces,
  columns: IconColumns,
  copies: IconCopy,
  dots: IconDots,
  down: IconArrowDown,
  edit: IconPencil,
  filter: IconFilter,
  history: IconHistory,
  invite: IconUserPlus,
  key: IconKey,
  mail: IconMail,
  merge: IconArrowsJoin2,
  more: IconChevronDown,
  organizations: IconBuilding,
  remove: IconUserMinus,
  sheet: IconTableExport,
  trash: IconTrash,
  up: IconArrowUp,
  upload: IconUpload,
  users: IconUsers,
}

/** The name of a drawing of the console. */
export type DrawingName = keyof typeof drawings

/** A line drawing in the text's colour, `size` in pixels; always beside a word or inside a named button. */
export function Drawing({ name, size = 18 }: { name: DrawingName; size?: number }) {
  const Lines = drawings[name]
  return <Lines size={size} stroke={1.75} aria-hidden />
}
