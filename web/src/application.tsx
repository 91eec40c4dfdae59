import type { Root } from 'react-dom/client'

export function openApplication(view: Root) {
  view.render('')
}
