import { i18n } from '@lingui/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { waitingFor } from './waiting'

/** A part of the application that the first screen does without. */
export interface Later<Part> {
  /** The part, once it has been fetched. */
  part(): Part | undefined
  /** Fetches it; undefined when it could not be, which a toast has said then. Trying again is worth it. */
  fetch(): Promise<Part | undefined>
  /** Fetches it ahead, for somebody who is about to ask for it; silent. */
  expect(): void
}

/** Holds code that is fetched when it is needed: `later(async () => (await import('./panel')).Panel)`. */
export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  const fetched = () => {
    loading ??= load()
      .then((loaded) => {
        part = loaded
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  return {
    part: () => part,
    expect() {
      if (part === undefined) fetched().catch(() => {})
    },
    async fetch() {
      if (part !== undefined) return part
      try {
        await waitingFor(fetched())
      } catch (error) {
        showProblem(error, i18n._(problemText(error)))
      }
      return part
    },
  }
}

interface LateProps<Props> {
  component: Later<ComponentType<Props>>
  /** Called when it could not be fetched. */
  onFailed?(): void
  /** Stands there until then. */
  fallback?: ReactNode
}

/** Draws a component that is fetched now, with the other properties, and the fallback until it is there. */
export function Late<Props extends object>({
  component,
  onFailed,
  fallback = null,
  ...props
}: LateProps<Props> & Props) {
  const [Component, setComponent] = useState(component.part)

  // Code comes over the network.
  useEffect(() => {
    component.fetch().then((fetched) => {
      if (fetched) setComponent(() => fetched)
      else onFailed?.()
    })
  }, [component, onFailed])

  // What is left after those of our own are the component's.
  return Component ? <Component {...(props as unknown as Props)} /> : fallback
}
