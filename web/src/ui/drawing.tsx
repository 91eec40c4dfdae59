import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowsJoin2 from '@tabler/icons-react/dist/esm/icons/IconArrowsJoin2.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'

/** The console's own drawings, apart from `icon.tsx`: the sign-in page carries that one. */
const drawings = {
  add: IconPlus,
  columns: IconColumns,
  dots: IconDots,
  down: IconArrowDown,
  edit: IconPencil,
  filter: IconFilter,
  merge: IconArrowsJoin2,
  more: IconChevronDown,
  organizations: IconBuilding,
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
