import type { MessageDescriptor } from '@lingui/core'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the screen, in the navigation bar and the window. */
    title?: MessageDescriptor
  }
}
